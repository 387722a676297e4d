import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import MarkdownIt from 'markdown-it'
import { expect, test } from 'vitest'
import type { JsonObject } from 'rpcloom/model'
import { build, documentOf } from '../model/documents.ts'
import { emitted } from './emitted.ts'

/** Text that tries to run code, or to end the literal, comment or file that contains it. */
const evil =
  '*/ globalThis.pwned = 1; /* \' " ` ${globalThis.pwned = 1} \\ \u2028 \ud800 globalThis.pwned = 1 \n@deprecated\n// </script>'

const names = [
  '__proto__',
  'constructor',
  'prototype',
  'then',
  'new',
  'class',
  'default',
  'await',
  'eval',
  'arguments',
  'get',
  'method',
  'reading',
  'group',
  'methods',
  'Promise',
  'Transport',
  'Shape',
  'toString',
  '1',
  '',
  ' ',
  'a b',
  'a-b',
  'ünï',
  evil,
]

const uint64 = { type: ['string', 'integer'], format: 'uint64' }

/** Returns a document with hostile text in every free-text member. */
function hostileDocument(paramStructure: string): JsonObject {
  const described = { title: evil, description: evil, $comment: evil }
  const properties = Object.fromEntries(
    names.filter((name) => name !== '__proto__').map((name) => [name, { ...described, ...uint64 }]),
  )
  // JSON.parse creates an own member of that name, which an object literal cannot do.
  const all = JSON.parse(`{"__proto__": ${JSON.stringify(uint64)}}`) as JsonObject
  const schema = {
    ...described,
    type: 'object',
    required: names,
    properties: { ...properties, ...all },
    patternProperties: { ["^['`]"]: { type: 'string', enum: [evil] } },
    additionalProperties: { ...uint64, default: evil, pattern: "'\\/*" },
  }
  const methods = names.map((name) => ({
    name,
    summary: evil,
    description: evil,
    deprecated: true,
    'x-deprecated': { since: evil, replacedBy: evil, reason: evil },
    'x-limits': [{ subject: evil, text: evil }],
    paramStructure,
    tags: [{ name: evil }],
    params: names.map((param, index) => ({
      name: param,
      description: evil,
      required: index % 3 === 0,
      schema: { ...described, $ref: '#/components/schemas/Promise' },
    })),
    result: { name: evil, description: evil, schema },
    errors: [
      {
        code: -1,
        message: evil,
        data: evil,
        'x-reason': { name: evil, pattern: evil, when: evil },
      },
      { code: 1e300, message: '' },
    ],
    examples: [
      {
        name: evil,
        params: [{ name: names[0] ?? '', value: evil }],
        result: { name: 'r', value: { [evil]: evil } },
      },
    ],
    links: [{ name: evil, method: evil, description: evil }],
  }))
  const schemas = Object.fromEntries(
    [
      'Promise',
      'Transport',
      'Shape',
      'Awaitable',
      'Record',
      'Test',
      'TestHandlers',
      'class',
      'a b',
    ].map((name) => [
      name,
      {
        ...schema,
        properties: { self: { $ref: `#/components/schemas/${name.replace(' ', '%20')}` } },
      },
    ]),
  )
  return documentOf(methods, schemas, {
    info: { title: evil, version: evil, description: evil, license: { name: evil } },
    externalDocs: { url: evil, description: evil },
    servers: [{ name: evil, url: evil, description: evil }],
    'x-constants': { [evil]: evil, EVIL: { value: evil, description: evil } },
  })
}

test.each(['by-name', 'by-position', 'either'])(
  'hostile text remains text, %s',
  async (paramStructure) => {
    const { api } = build(hostileDocument(paramStructure))
    const output = await emitted(api, ['client', 'server'])
    for (const name of ['client', 'server']) {
      output.compile(name)
      await output.load(`${name}/dist/index.js`)
      await output.load(`${name}/dist/test.js`)
    }
    const { groups } = await output.load('server/dist/index.js')
    const [group] = groups as readonly { document(): Promise<JsonObject> }[]
    expect(await group?.document()).toMatchObject({ info: { title: evil } })
    const { EVIL } = await output.load('client/dist/index.js')
    expect(EVIL).toBe(evil)
    expect('pwned' in globalThis).toBe(false)
  },
)

/**
 * Text that tries to be markup, to end the code block or code span that contains it, or to mislead
 * a reader.
 */
const markup =
  'x`` ```\n~~~\n</pre><script>alert(1)</script> [c](javascript:alert(1)) <javascript:alert(1)> \u202eevil\u0007\u009b ![i](javascript:x) <img src=x onerror=a>\n[r]: javascript:alert(2)\n\n[r] [d](JaVa\tscript:alert(1))\n```'

test('readmes contain no markup and no misleading character of a document', async () => {
  const method = {
    name: 'm`<img src=x onerror=alert(1)>',
    summary: markup,
    description: markup,
    params: [
      {
        name: 'p`</code><script>',
        description: markup,
        schema: { type: 'string', default: markup },
      },
    ],
    result: { name: markup, schema: { type: 'string', description: markup } },
    errors: [{ code: 1, message: markup }],
    examples: [
      {
        name: markup,
        params: [{ name: 'p`</code><script>', value: markup }],
        result: { name: markup, value: markup },
      },
    ],
  }
  const document = {
    openrpc: '1.3.2',
    info: { title: markup, version: '1.0.0', description: markup },
    methods: [method],
  }
  const { api } = build(document)
  const names = ['types', 'client', 'server', 'mock']
  const { folder } = await emitted(api, names)
  const renderer = new MarkdownIt({ html: true, linkify: true })
  const texts = names.flatMap((name) =>
    ['README.md', 'llms.txt'].flatMap((file) => {
      const path = join(folder, name, file)
      return existsSync(path) ? [{ path: `${name}/${file}`, text: readFileSync(path, 'utf8') }] : []
    }),
  )
  expect(texts.length).toBeGreaterThanOrEqual(4)
  for (const { path, text } of texts) {
    const html = renderer.render(text)
    expect(html, path).not.toMatch(/<script|<img|<[^>]+\s(?:onerror|href="\s*javascript)/i)
    expect(text, path).not.toMatch(
      /(?![\t\n])[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u,
    )
  }
})
