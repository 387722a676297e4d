import { fileURLToPath } from 'node:url'
import { targets } from '@rpcloom/templates'
import fc from 'fast-check'
import { printSource, type OutputFile, type Target } from 'rpcloom/codegen'
import type { Api, JsonObject } from 'rpcloom/model'
import { expect, test } from 'vitest'
import { formatDiagnostics } from '../../generator/src/cli/output.ts'
import { markdownTokens, templatesBelow } from '../docs/site.ts'
import { build, documentOf } from '../model/documents.ts'

/** Listed by code point, so that a mistake in the table of the sources is not repeated here. */
const ranges: readonly (readonly [first: number, last: number])[] = [
  [0x00, 0x08],
  [0x0b, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x200b, 0x200b],
  [0x200e, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xfeff, 0xfeff],
  [0xfff9, 0xfffb],
  [0xe0000, 0xe007f],
]
const points = ranges.flatMap(([first, last]) =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at),
)
const bad = new RegExp(`[${points.map((point) => `\\u{${point.toString(16)}}`).join('')}]`, 'u')

const pieces = [
  '<script>x()</script>',
  '<img src=x onerror=x()>',
  '[a](javascript:x())',
  '[a](data:text/html,x)',
  '<javascript:x()>',
  '[r]: javascript:x()',
  '[r]',
  '![i](javascript:x)',
  '`',
  '```',
  '~~~',
  '\n',
  '\n\n',
  '    ',
  '> ',
  '- ',
  '| ',
  '*/',
  '//',
  '${x}',
  '\\',
  "'",
  '"',
  '-->',
  '</pre></code>',
  'text',
  '\u200d',
  '\u200c',
]
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(...pieces),
      fc.constantFrom(...points).map((point) => String.fromCodePoint(point)),
    ),
    { minLength: 3, maxLength: 12 },
  )
  .map((parts) => parts.join(''))

function documentWith(text: string): JsonObject {
  const schema = {
    type: 'object',
    title: text,
    description: text,
    properties: { [text]: { type: 'string', description: text, default: text, examples: [text] } },
    additionalProperties: { enum: [text, 'b'] },
  }
  const method = {
    name: `get${text}`,
    summary: text,
    description: text,
    deprecated: true,
    'x-deprecated': { since: text, reason: text },
    'x-limits': [{ subject: text, text }],
    tags: [{ name: text, description: text }],
    params: [{ name: `a${text}`, summary: text, description: text, schema }],
    result: { name: text, description: text, schema: { $ref: '#/components/schemas/A' } },
    errors: [{ code: 1, message: text, 'x-reason': { name: text, when: text, help: text } }],
    examples: [
      {
        name: text,
        description: text,
        params: [{ name: `a${text}`, value: { [text]: text } }],
        result: { name: text, value: { [text]: text } },
      },
    ],
  }
  return documentOf(
    [method],
    { A: schema },
    {
      info: { title: text, version: text, description: text, license: { name: text } },
      servers: [{ name: text, url: `https://example.org/${text}`, description: text }],
      'x-constants': { NAMED: { value: text, description: text } },
      'x-glossary': [{ term: text, description: text }],
    },
  )
}

const templates = new Map(
  targets.map((target) => [
    target.name,
    target.templateFolder === undefined ? {} : templatesBelow(fileURLToPath(target.templateFolder)),
  ]),
)

/** Returns the contents of every file that the targets generate, by path. */
async function allTexts(api: Api): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  for (const target of targets)
    for (const [path, text] of await textsOf(target, api)) texts.set(`${target.name}/${path}`, text)
  return texts
}

async function textsOf(target: Target, api: Api): Promise<ReadonlyMap<string, string>> {
  const files = await target.files(api, {
    packageName: `@test/${target.name}`,
    version: '1.0.0',
    runtimeVersion: '0.1.0',
    siblings: {},
    templates: templates.get(target.name) ?? {},
    options: {},
  })
  const texts = new Map<string, string>()
  const print = async (file: OutputFile): Promise<string> => {
    if (file.kind === 'typescript') return printSource(file)
    return file.kind === 'text' ? file.text : file.text((path) => texts.get(path) ?? '')
  }
  for (const file of files) texts.set(file.path, await print(file))
  return texts
}

test('no generated file contains a misleading character or markup of a document', async () => {
  const kinds = new Set<string>()
  await fc.assert(
    fc.asyncProperty(text, async (hostile) => {
      const { api } = build(documentWith(hostile))
      for (const [path, emitted] of await allTexts(api)) {
        const found = bad.exec(emitted)
        const near = emitted.slice(Math.max(0, (found?.index ?? 0) - 60), (found?.index ?? 0) + 20)
        expect(found === null ? '' : JSON.stringify(near), path).toBe('')
        kinds.add(path.replace(/^.*[./]/, ''))
        if (/\.md$|llms[\w-]*\.txt$/.test(path)) expectInert(path, emitted)
      }
    }),
    { seed: 20_261_123, numRuns: 25 },
  )
  expect([...kinds]).toEqual(
    expect.arrayContaining(['ts', 'json', 'md', 'txt', 'html', 'xml', 'js']),
  )
}, 120_000)

function expectInert(path: string, emitted: string): void {
  const tokens = markdownTokens(emitted)
  const raw = tokens.filter(({ type }) => /^html_|^image/.test(type))
  expect(
    raw.map(({ content }) => content),
    path,
  ).toEqual([])
  const hrefs = tokens.map((token) => String(token.attrGet('href') ?? ''))
  expect(
    hrefs.filter((href) => /^\s*(?!https?:)[a-z+.-]+:/i.test(href)),
    path,
  ).toEqual([])
}

test('a diagnostic contains no misleading character', () => {
  for (const point of points) {
    const message = `a${String.fromCodePoint(point)}b`
    const place = { file: message, line: 1, column: 1, pointer: '' }
    const printed = formatDiagnostics(
      [{ ...place, severity: 'error', code: 'X', message, help: message }],
      false,
    )
    expect(printed.replaceAll('\n', ''), point.toString(16)).not.toMatch(bad)
  }
})
