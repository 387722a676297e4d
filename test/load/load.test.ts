import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Diagnostic } from 'rpcloom/diagnostics'
import { load, type LoadOptions } from 'rpcloom/load'
import { temporaryFolder } from '../temporary-folder.ts'

const info = '"info": { "title": "T", "version": "1.0.0" }'

/** Returns a document with one method, whose result has this schema. */
function answering(schema: string, more = ''): string {
  return `{ "openrpc": "1.3.2", ${info}, ${more} "methods": [
    { "name": "get", "params": [], "result": { "name": "r", "schema": ${schema} } }
  ] }`
}

async function loadFiles(
  files: Readonly<Record<string, string | Uint8Array>>,
  options: Partial<LoadOptions> = {},
): ReturnType<typeof load> {
  const [first = ''] = Object.keys(files)
  return load({ root: temporaryFolder(files), inputs: [first], ...options })
}

function brief({ code, severity, file, line, column, pointer }: Diagnostic): string {
  return `${severity} ${code} ${file}:${line}:${column} ${pointer}`
}

test.each([
  ['a flag', 'true', []],
  ['a word', '"events"', []],
  ['its own topics', '{ "kinds": ["a"], "payload": { "$ref": "#/nowhere" } }', []],
  [
    'a topic without a name',
    '{ "notification": "n", "unsubscribe": "u", "kinds": [{ "id": 1 }] }',
    ['warning RL203 /methods/0/x-subscription/kinds/0'],
  ],
])('an x-subscription that is %s does not make the document invalid', async (_, declared, want) => {
  const method = `{ "name": "m", "params": [], "x-subscription": ${declared} }`
  const { loaded, diagnostics } = await loadFiles({
    'api.json': `{ "openrpc": "1.3.2", ${info}, "methods": [${method}] }`,
  })
  expect(loaded).toBeDefined()
  const found = diagnostics.map(({ severity, code, pointer }) => `${severity} ${code} ${pointer}`)
  expect(found).toEqual(want)
})

test('a type that differs from the referenced one is reported', async () => {
  const schema = '{ "type": "object", "$ref": "list.json" }'
  const { diagnostics } = await loadFiles({
    'api.json': answering(schema),
    'list.json': '{ "type": ["array", "null"] }',
  })
  expect(diagnostics.map(brief)).toEqual([
    'warning RL207 api.json:2:81 /methods/0/result/schema/type',
  ])
})

describe('references', () => {
  test('are relative to the file that contains them, from JSON to YAML and back', async () => {
    const { loaded, diagnostics } = await loadFiles({
      'api.json': answering('{ "$ref": "schemas/a.yaml#/schemas/A" }'),
      'schemas/a.yaml': 'schemas:\n  A: { type: object, properties: { b: { $ref: ../b.json } } }\n',
      'b.json': '{ "$ref": "schemas/a.yaml#/schemas/A" }',
    })
    expect(diagnostics).toEqual([])
    expect([...(loaded?.files.keys() ?? [])].sort()).toEqual([
      'api.json',
      'b.json',
      'schemas/a.yaml',
    ])
    const place = { file: 'schemas/a.yaml', pointer: '/schemas/A' }
    expect(loaded?.resolve('api.json', 'schemas/a.yaml#/schemas/A')?.place).toEqual(place)
    expect(loaded?.resolve('schemas/a.yaml', '../b.json')?.place).toEqual(place)
  })

  test.each([
    ['escapes of pointers', '#/components/schemas/a~1b~0c', '{ "a/b~c": { "type": "string" } }'],
    ['percent escapes', '#/components/schemas/a%20b', '{ "a b": { "type": "string" } }'],
    ['unescaped blanks', '#/components/schemas/a b', '{ "a b": { "type": "string" } }'],
    [
      'a cycle',
      '#/components/schemas/A',
      '{ "A": { "properties": { "a": { "$ref": "#/components/schemas/A" } } } }',
    ],
    [
      'two that need each other',
      '#/components/schemas/A',
      `{ "A": { "items": { "$ref": "#/components/schemas/B" } },
      "B": { "items": { "$ref": "#/components/schemas/A" } } }`,
    ],
    ['a name given by $id', 'Pet', '{ "A": { "$id": "Pet", "type": "string" } }'],
    ['an anchor', '#pet', '{ "A": { "$anchor": "pet", "type": "string" } }'],
    [
      'a way through a reference',
      '#/components/schemas/A/items',
      `{ "A": { "$ref": "#/components/schemas/B" },
      "B": { "items": { "type": "string" } } }`,
    ],
  ])('resolve %s', async (_, ref, schemas) => {
    const { loaded, diagnostics } = await loadFiles({
      'api.json': answering(`{ "$ref": "${ref}" }`, `"components": { "schemas": ${schemas} },`),
    })
    // The meta-schema requires escaped spaces, which is only a warning.
    expect(diagnostics.filter(({ severity }) => severity === 'error').map(brief)).toEqual([])
    expect(loaded?.resolve('api.json', ref)).toBeDefined()
  })

  const addressed = `"components": { "schemas": {
    "Pet": { "$id": "https://example.com/schemas/pet.json", "$anchor": "top",
      "properties": { "own": { "$ref": "REF" } },
      "$defs": { "Tag": { "type": "string" }, "Mark": { "$anchor": "mark", "type": "integer" },
        "Near": { "$id": "near.json", "$defs": { "Tag": { "type": "null" } } } } },
    "Owner": { "$id": "owner.json", "$defs": { "Tag": { "type": "boolean" } } },
    "Toy": { "$id": "https://example.com/schemas/toy/", "$anchor": "top" },
    "Tag": { "type": "array" } } },`
  const schemas = '/components/schemas'
  test.each([
    ['a pointer into the schema itself', '#/$defs/Tag', `${schemas}/Pet/$defs/Tag`],
    ['the schema itself', '#', `${schemas}/Pet`],
    ['an anchor of the schema', '#mark', `${schemas}/Pet/$defs/Mark`],
    ['an anchor that others have, too', '#top', `${schemas}/Pet`],
    ['its own address', 'pet.json', `${schemas}/Pet`],
    ['its own address with dots', '../schemas/./pet.json#mark', `${schemas}/Pet/$defs/Mark`],
    ['a neighbour by its file name', 'near.json#/$defs/Tag', `${schemas}/Pet/$defs/Near/$defs/Tag`],
    ['the same by a path', '/schemas/near.json', `${schemas}/Pet/$defs/Near`],
    ['a folder', 'toy/#top', `${schemas}/Toy`],
    ['the same in full', 'https://example.com/schemas/near.json', `${schemas}/Pet/$defs/Near`],
    ['the document around', '#/components/schemas/Tag', `${schemas}/Tag`],
    ['a file, where no schema has the name', 'b.json#/Tag', 'b.json/Tag'],
  ])('of a schema with an address resolve to %s', async (_, ref, want) => {
    const files = {
      'api.json': answering(
        '{ "$ref": "#/components/schemas/Pet" }',
        addressed.replace('REF', ref),
      ),
      'b.json': '{ "Tag": { "type": "object" } }',
    }
    const { loaded, diagnostics } = await loadFiles(files)
    expect(diagnostics.filter(({ severity }) => severity === 'error').map(brief)).toEqual([])
    const place = loaded?.resolve('api.json', `#${schemas}/Pet/properties/own`)?.place
    expect(`${place?.file === 'api.json' ? '' : place?.file}${place?.pointer}`).toBe(want)
  })

  test('are allowed for methods, params, results, errors and whole sections', async () => {
    const { diagnostics } = await loadFiles({
      'api.json': `{ "openrpc": "1.3.2", ${info}, "methods": [{ "$ref": "get.json" }],
        "components": { "schemas": { "$ref": "parts.json#/schemas" } } }`,
      'get.json': `{ "name": "get", "params": [{ "$ref": "parts.json#/contentDescriptors/Id" }],
        "result": { "name": "r", "schema": { "$ref": "api.json#/components/schemas/Pet" } },
        "errors": [{ "$ref": "parts.json#/errors/Gone" }] }`,
      'parts.json': `{ "schemas": { "Pet": { "type": "string" } },
        "errors": { "Gone": { "code": 7, "message": "gone" } },
        "contentDescriptors": { "Id": { "name": "id", "schema": { "$ref": "#/schemas/Pet" } } } }`,
    })
    // The meta-schema does not allow a reference for a whole section.
    expect(diagnostics.map(({ code }) => code)).toEqual(['RL208'])
  })

  test('that are unresolved are all reported, and can be allowed', async () => {
    const files = {
      'api.json': answering(`{ "anyOf": [
        { "$ref": "none.json" }, { "$ref": "#/components/schemas/None" }, { "$ref": "#none" } ] }`),
    }
    const refused = await loadFiles(files)
    expect(refused.loaded).toBeUndefined()
    expect(refused.diagnostics.map(brief)).toEqual([
      'error RL110 api.json:3:9 /methods/0/result/schema/anyOf/0',
      'error RL110 api.json:3:34 /methods/0/result/schema/anyOf/1',
      'error RL110 api.json:3:75 /methods/0/result/schema/anyOf/2',
    ])
    const allowed = await loadFiles(files, { allowUnresolved: true })
    expect(allowed.diagnostics.map(({ severity }) => severity)).toEqual([
      'warning',
      'warning',
      'warning',
    ])
    expect(allowed.loaded?.resolve('api.json', 'none.json')).toBeUndefined()
    expect(allowed.absent).toEqual(['none.json'])
  })

  test.each([
    ['#parts/schemas/Pet', 'a pointer must start with #/'],
    ['#/components/schemas/pet', 'did you mean Pet?'],
    ['#/component_s/schemas/Pet', 'did you mean components?'],
  ])('that are nearly correct get a suggestion: %s', async (ref, hint) => {
    const { diagnostics } = await loadFiles({
      'api.json': answering(`{ "$ref": "${ref}" }`, '"components": { "schemas": { "Pet": {} } },'),
    })
    expect(diagnostics.find(({ code }) => code === 'RL110')?.message).toContain(hint)
  })

  test('inside data are not resolved', async () => {
    const { diagnostics } = await loadFiles({
      'api.json': answering(
        '{ "const": { "$ref": "none" }, "default": { "$ref": "none" }, "x-a": { "$ref": "none" } }',
      ),
    })
    expect(diagnostics.map(brief)).toEqual([])
  })

  test('under unknown keywords only cause warnings', async () => {
    const { loaded, diagnostics } = await loadFiles({
      'api.json': answering('{ "propertys": { "$ref": "#/none" } }'),
    })
    expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([
      ['RL110', 'warning'],
    ])
    expect(loaded).toBeDefined()
  })

  test('from a schema to a content descriptor are a warning', async () => {
    const components =
      '"components": { "contentDescriptors": { "D": { "name": "d", "schema": {} } } },'
    const { diagnostics } = await loadFiles({
      'api.json': answering('{ "$ref": "#/components/contentDescriptors/D" }', components),
    })
    expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([
      ['RL111', 'warning'],
    ])
  })
})

test('a chain of a thousand references is followed to its end', async () => {
  const links = Array.from({ length: 1000 }, (_, at) => [
    `S${at}`,
    at === 999 ? { type: 'string' } : { $ref: `#/components/schemas/S${at + 1}` },
  ])
  const components = JSON.stringify({ schemas: Object.fromEntries(links) as unknown })
  const { loaded, diagnostics } = await loadFiles({
    'api.json': answering('{ "$ref": "#/components/schemas/S0" }', `"components": ${components},`),
  })
  expect(diagnostics).toEqual([])
  expect(loaded?.resolve('api.json', '#/components/schemas/S7')?.place.pointer).toBe(
    '/components/schemas/S999',
  )
})

test('a long cycle of references is reported once for each', async () => {
  const links = Array.from({ length: 300 }, (_, at) => [
    `S${at}`,
    { $ref: `#/components/schemas/S${(at + 1) % 300}` },
  ])
  const components = JSON.stringify({ schemas: Object.fromEntries(links) as unknown })
  const { diagnostics } = await loadFiles({
    'api.json': answering('{}', `"components": ${components},`),
  })
  expect(diagnostics.map(({ code }) => code)).toEqual(links.map(() => 'RL112'))
})

describe('files', () => {
  test.each([
    ['a folder', { 'api.json/x': '' }, 'RL004'],
    ['no UTF-8', { 'api.json': new Uint8Array([0x7b, 0xff, 0xfe]) }, 'RL106'],
    ['too deep', { 'api.json': `${'['.repeat(5000)}${']'.repeat(5000)}` }, 'RL105'],
    ['too large', { 'api.json': new Uint8Array(32 * 1024 * 1024 + 1) }, 'RL104'],
    ['exploding aliases', { 'api.yaml': bomb() }, 'RL103'],
    ['an alias that contains itself', { 'api.yaml': 'openrpc: 1.3.2\na: &a { b: *a }\n' }, 'RL103'],
    ['a list', { 'api.json': '[]' }, 'RL107'],
  ])('with %s are rejected', async (_, files, code) => {
    const root = temporaryFolder(files)
    const { loaded, diagnostics } = await load({
      root,
      inputs: [Object.keys(files)[0]?.split('/')[0] ?? ''],
    })
    expect(diagnostics.map((found) => found.code)).toEqual([code])
    expect(loaded).toBeUndefined()
  })

  test.runIf(process.platform === 'linux')('that cannot be read are rejected', async () => {
    const root = temporaryFolder({})
    // Each process may open this file of its own, and reading its first page fails.
    symlinkSync('/proc/self/mem', join(root, 'api.json'))
    const { loaded, diagnostics } = await load({ root, inputs: ['api.json'] })
    expect(diagnostics.map((found) => found.code)).toEqual(['RL101'])
    expect(loaded).toBeUndefined()
  })

  test.each([
    ['infinity', 'x-a: .inf', 'RL103 4:6'],
    ['no number', 'x-a: [-.NaN, .nan]', 'RL103 4:14'],
    ['an alias of nothing', 'x-a: *none', 'RL103 4:6'],
    ['an alias before its anchor', 'x-a: *b\nx-b: &b 1', 'RL103 4:6'],
    ['an alias inside of its anchor', 'x-a: &a\n  - { b: *a }', 'RL103 5:10'],
    ['a second document', 'x-a: 1\n---\nb: 1', 'RL103 5:1'],
    ['a key that is a list', 'x-a: { [a]: 1 }', 'RL103 4:8'],
    ['a tab as indentation', 'x-a:\n\tb: 1', 'RL103 5:1'],
    ['flow levels', `x-a: ${'['.repeat(9000)}${']'.repeat(9000)}`, 'RL105 4:406'],
    ['block levels', `x-a:\n ${'- '.repeat(9000)}x`, 'RL105 5:802'],
  ])('in YAML are reported with the location of %s', async (_, line, want) => {
    const { loaded, diagnostics } = await loadFiles({
      'api.yaml': `openrpc: 1.3.2\ninfo: { title: T, version: 1.0.0 }\nmethods: []\n${line}\n`,
    })
    expect(diagnostics.map((found) => `${found.code} ${found.line}:${found.column}`)).toContain(
      want,
    )
    expect(loaded).toBeUndefined()
  })

  test('in JSON that are nested too deeply are reported with the location', async () => {
    const { diagnostics } = await loadFiles({
      'api.json': `{ "text": "[[\\"[",\n"x": ${'['.repeat(9000)}${']'.repeat(9000)} }`,
    })
    expect(diagnostics.map(brief)).toEqual(['error RL105 api.json:2:406 '])
  })

  test('in YAML are read as JSON, whatever their tags and version', async () => {
    const { loaded, diagnostics } = await loadFiles({
      'api.yaml': `%YAML 1.1
---
openrpc: 1.3.2
info: { title: T, version: 1.0.0 }
methods: []
x-base: &base { a: 1, b: 2 }
x-merged: { <<: *base, b: 3 }
x-data: !!binary aGk=
x-day: !!timestamp 2020-01-02
x-date: 2020-01-02
x-set: !!set { a, b }
x-order: !!omap [a: 1]
x-own: !pet rex
x-text: !!str 1
x-yes: yes
x-hex: 0x10
x-key: { 1: a, true: b, null: c }
__proto__: { polluted: true }
`,
    })
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
    const tags = diagnostics.filter(({ code }) => code === 'RL109')
    expect(tags.map(({ line, column }) => [line, column])).toEqual([
      [8, 9],
      [9, 8],
      [11, 8],
      [12, 10],
      [13, 8],
    ])
    expect(loaded?.documents[0]?.json).toMatchObject({
      'x-merged': { a: 1, b: 3 },
      'x-data': 'aGk=',
      'x-day': '2020-01-02',
      'x-date': '2020-01-02',
      'x-set': { a: null, b: null },
      'x-order': [{ a: 1 }],
      'x-own': 'rex',
      'x-text': '1',
      'x-yes': 'yes',
      'x-hex': 16,
      'x-key': { 1: 'a', true: 'b' },
    })
    expect('polluted' in {}).toBe(false)
  })

  test('with a byte order mark are read', async () => {
    const { diagnostics } = await loadFiles({ 'api.json': `\ufeff${answering('{}')}` })
    expect(diagnostics).toEqual([])
  })

  test('have all their syntax errors reported, and one invalid file hides no errors of others', async () => {
    const { diagnostics } = await loadFiles({
      'api.json': answering(
        '{ "anyOf": [{ "$ref": "bad.json" }, { "$ref": "bad.yaml" }, { "$ref": "none.json" }] }',
      ),
      'bad.json': '{ "a": 1,\n  "b" 2,\n  "c": tru }',
      'bad.yaml': 'a: [1\nb: }\n',
    })
    const found = diagnostics.map(({ code, file, line }) => `${code} ${file}:${line}`)
    expect(found).toContain('RL102 bad.json:2')
    expect(found).toContain('RL102 bad.json:3')
    expect(found.some((text) => text.startsWith('RL103 bad.yaml:'))).toBe(true)
    expect(found).toContain('RL110 api.json:2')
  })

  test('may be given by globs, by links and more than once', async () => {
    const root = temporaryFolder({
      'specs/a.openrpc.json': answering('{}'),
      'specs/deep/b.openrpc.yaml': answering('{}'),
      'specs/notes.md': '',
      'specs/node_modules/c.openrpc.json': '{',
    })
    symlinkSync(join(root, 'specs/a.openrpc.json'), join(root, 'specs/link.openrpc.json'))
    const named = async (...inputs: readonly string[]): Promise<readonly string[] | undefined> =>
      (await load({ root, inputs })).loaded?.documents.map(({ file }) => file)
    expect(await named('specs/**/*.openrpc.{json,yaml}')).toEqual([
      'specs/a.openrpc.json',
      'specs/deep/b.openrpc.yaml',
    ])
    expect(await named('./specs/[ab].openrpc.json', 'specs/a.openrpc.json')).toEqual([
      'specs/a.openrpc.json',
    ])
    expect(await named('specs/?.openrpc.json')).toEqual(['specs/a.openrpc.json'])
  })

  test.each(['none.json', 'none/*.json', '[z-a].json', 'a{b', '{', '[!]'])(
    'that do not exist are reported: %s',
    async (input) => {
      const { diagnostics } = await load({ root: temporaryFolder({}), inputs: [input] })
      expect(diagnostics.map(({ code, file }) => [code, file])).toEqual([['RL004', input]])
    },
  )

  test.each(['[a].json', 'a{b.json', '*.json'])(
    'may have names that look like a pattern: %s',
    async (name) => {
      const { loaded } = await loadFiles({ [name]: answering('{}'), 'other.json': answering('{}') })
      expect(loaded?.documents.map(({ file }) => file)).toEqual([name])
    },
  )

  test('that are remote must be allowed, as inputs, too', async () => {
    mkdirSync(join(temporaryFolder({}), 'x'))
    for (const input of ['https://example.org/api.json', 'discover:http://127.0.0.1:9/']) {
      const { diagnostics } = await load({ root: temporaryFolder({}), inputs: [input] })
      expect(diagnostics.map(({ code }) => code)).toEqual(['RL005'])
    }
  })
})

describe('locations', () => {
  test('are those of the value, in JSON and in YAML', async () => {
    const json = `{ "openrpc": "1.3.2",\n  ${info},\n  "methods": [\n    { "name": "a", "params": 7 }\n  ] }`
    const yaml = `openrpc: 1.3.2\ninfo: { title: T, version: 1.0.0 }\nmethods:\n  - name: a\n    params: 7\n`
    const [inJson, inYaml] = [
      await loadFiles({ 'a.json': json }),
      await loadFiles({ 'a.yaml': yaml }),
    ]
    expect(inJson.diagnostics.map(brief)).toEqual(['error RL204 a.json:4:30 /methods/0/params'])
    expect(inYaml.diagnostics.map(brief)).toEqual(['error RL204 a.yaml:5:13 /methods/0/params'])
  })
})

/** Returns ten levels of ten aliases each. */
function bomb(): string {
  const levels = Array.from({ length: 9 }, (_, level) => {
    const inner = Array.from({ length: 10 }, () => `*a${level}`).join(', ')
    return `a${level + 1}: &a${level + 1} [${inner}]`
  })
  return `a0: &a0 [x, x]\n${levels.join('\n')}\n`
}

test.each([
  ['#/components/schemas/Kept', 'RL111'],
  ['#/components/examples/Missing', 'RL110'],
])('a faulty example does not refuse a document: %s', async (ref, code) => {
  const example = { name: 'e', params: [], result: { $ref: ref } }
  const method = {
    name: 'get',
    params: [],
    result: { name: 'r', schema: true },
    examples: [example],
  }
  const { loaded, diagnostics } = await loadFiles({
    'a.json': JSON.stringify({
      openrpc: '1.3.2',
      info: { title: 'T', version: '1.0.0' },
      methods: [method],
      components: { schemas: { Kept: { name: 'b', value: 1 } } },
    }),
  })
  expect(loaded).toBeDefined()
  expect(diagnostics.map((one) => [one.code, one.severity])).toEqual([[code, 'warning']])
})

test('a reference that only resolves from the root of the project is followed, with a warning', async () => {
  const ref = './api/shared.json#/components/schemas/Id'
  const files = {
    'api/b.openrpc.json': answering(JSON.stringify({ $ref: ref })),
    'api/shared.json': JSON.stringify({ components: { schemas: { Id: { type: 'string' } } } }),
  }
  const { loaded, diagnostics } = await loadFiles(files)
  expect(loaded).toBeDefined()
  expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([['RL110', 'warning']])
  const beside = { ...files, 'api/api/shared.json': files['api/shared.json'] }
  expect((await loadFiles(beside)).diagnostics).toEqual([])
})
