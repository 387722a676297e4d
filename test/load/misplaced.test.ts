import { expect, test } from 'vitest'
import { load } from 'rpcloom/load'
import type { Diagnostic } from 'rpcloom/diagnostics'
import type { Json } from 'rpcloom/model'
import { temporaryFolder } from '../temporary-folder.ts'

const text = { type: 'string' }
const head = { openrpc: '1.3.2', info: { title: 'T', version: '1' } }

function get(schema: Json): { readonly [key: string]: Json } {
  return { name: 'get', params: [], result: { name: 'r', schema } }
}

async function read(document: Json): ReturnType<typeof load> {
  const root = temporaryFolder({ 'api.json': JSON.stringify(document, null, 1) })
  return load({ root, inputs: ['api.json'] })
}

function brief({ severity, code, pointer }: Diagnostic): string {
  return `${severity} ${code} ${pointer}`
}

test.each<readonly [what: string, written: Json, meant: Json, at: string]>([
  [
    'a content descriptor for a schema',
    { name: 'id', description: 'Of a pet', schema: { type: 'str', title: 'Id' } },
    { description: 'Of a pet', type: 'string', title: 'Id' },
    'RL204 ',
  ],
  [
    'content descriptors for properties',
    { properties: { a: { required: true, schema: text }, b: { title: 'B', schema: text } } },
    { properties: { a: text, b: { title: 'B', ...text } }, required: ['a'] },
    'RL204 /properties/b',
  ],
  [
    'a reference in a content descriptor',
    { items: { title: 'Pet', schema: { $ref: '#/components/schemas/Pet' } } },
    { items: { title: 'Pet', $ref: '#/components/schemas/Pet' } },
    'RL204 /items',
  ],
  [
    'properties without the keyword',
    {
      id: { type: 'str' },
      pet: { $ref: '#/components/schemas/Pet' },
      name: { required: true, ...text },
    },
    {
      type: 'object',
      properties: { id: text, pet: { $ref: '#/components/schemas/Pet' }, name: text },
      required: ['name'],
    },
    'RL207 ',
  ],
  [
    'a property that is required and forbidden',
    { properties: { a: text }, required: ['a', 'b'], additionalProperties: false },
    { properties: { a: text, b: {} }, required: ['a', 'b'], additionalProperties: false },
    'RL207 /required/1',
  ],
])('%s', async (_, written, meant, at) => {
  const components = { schemas: { Pet: text } }
  const { loaded, diagnostics } = await read({ ...head, methods: [get(written)], components })
  const [code, pointer = ''] = at.split(' ')
  expect(diagnostics.map(brief)).toContain(`warning ${code} /methods/0/result/schema${pointer}`)
  expect(loaded?.documents[0]?.json['methods']).toEqual([get(meant)])
})

test.each<readonly [what: string, schema: Json]>([
  ['a property called schema', { properties: { schema: text } }],
  ['a schema with its own keywords', { type: 'object', schema: text }],
  ['an unknown keyword that is not a schema', { schema: 'Pet' }],
  ['a possible misspelling of a keyword', { item: text }],
  ['unknown keywords', { unit: 'ms', pet: text }],
  ['a list with two properties', { type: 'array', properties: { items: text, size: text } }],
  ['an object that has items', { type: 'object', properties: { items: text } }],
  [
    'a required property that an open object may have',
    { required: ['b'], properties: { a: text } },
  ],
  [
    'a required property that a pattern describes',
    { required: ['b'], patternProperties: { '^b': text }, additionalProperties: false },
  ],
])('%s is kept', async (_, schema) => {
  const { loaded, diagnostics } = await read({ ...head, methods: [get(schema)] })
  expect(diagnostics).toEqual([])
  expect(loaded?.documents[0]?.json['methods']).toEqual([get(schema)])
})

test('two different methods with the same name are an error', async () => {
  const { diagnostics } = await read({ ...head, methods: [get(text), get({})] })
  expect(diagnostics.map(brief)).toEqual(['error RL211 /methods/1'])
})

const shared = '{ "components": { "schemas": { "A": { "type": "string" } } } }'

interface Path {
  readonly what: string
  readonly main: string
  readonly path: string
  readonly file: string
  readonly want?: string
}

const paths: readonly Path[] = [
  {
    what: 'its own folder',
    main: 'api/main.json',
    path: './api/shared.json',
    file: 'api/shared.json',
    want: 'warning RL110',
  },
  {
    what: 'two folders above',
    main: 'a/b/main.json',
    path: 'x/shared.json',
    file: 'x/shared.json',
    want: 'warning RL110',
  },
  {
    what: 'where it says',
    main: 'a/main.json',
    path: './x/shared.json',
    file: 'a/x/shared.json',
  },
  {
    what: 'a file beside',
    main: 'a/main.json',
    path: './shared.json',
    file: 'shared.json',
    want: 'error RL110',
  },
  {
    what: 'a way up',
    main: 'a/b/main.json',
    path: '../x/shared.json',
    file: 'x/shared.json',
    want: 'error RL110',
  },
]

test.each(paths)('a path relative to another folder: $what', async (row) => {
  const { main, path, file, want } = row
  const ref = `${path}#/components/schemas/A`
  const document = JSON.stringify({ ...head, methods: [get({ $ref: ref })] })
  const root = temporaryFolder({ [main]: document, [file]: shared })
  const { loaded, diagnostics } = await load({ root, inputs: [main] })
  const found = diagnostics.map(({ code, severity }) => `${severity} ${code}`)
  expect(found).toEqual(want === undefined ? [] : [want])
  if (loaded) expect(loaded.resolve(main, ref)?.place.file).toBe(file)
})

test.each<readonly [what: string, schema: Json, says: string]>([
  ['some of an enum', { type: 'integer', enum: [1, '2', 3] }, '"2"'],
  ['all of an enum', { type: ['number', 'null'], enum: ['0'] }, 'no value is valid'],
])('a type that excludes %s', async (_, schema, says) => {
  const { loaded, diagnostics } = await read({ ...head, methods: [get(schema)] })
  expect(diagnostics.map(brief)).toEqual(['warning RL207 /methods/0/result/schema/enum'])
  expect(diagnostics[0]?.message).toContain(says)
  expect(loaded?.documents[0]?.json['methods']).toEqual([get(schema)])
})

const ways: readonly (readonly [ref: string, leadsTo: string | undefined])[] = [
  ['#/definitions/A', '/components/schemas/A'],
  ['#/$defs/A', '/components/schemas/A'],
  ['#/schemas/A', '/components/schemas/A'],
  ['#/components/schema/A', '/components/schemas/A'],
  ['components/models/A', '/components/schemas/A'],
  ['main.json#/definitions/A', '/components/schemas/A'],
  ['.\\x\\shared.json#/components/schemas/A', '/components/schemas/A'],
  ['file:x/shared.json#/components/schemas/A', '/components/schemas/A'],
  ['#/definitions/Both', undefined],
  ['#/components/schemas/Descriptor', undefined],
  ['#/definitions/A/properties/b', undefined],
]

test.each(ways)('the reference %s resolves to %s', async (ref, leadsTo) => {
  const descriptor = { name: 'd', schema: text }
  const components = {
    schemas: { A: text, Both: text },
    contentDescriptors: { Both: descriptor, Descriptor: descriptor },
  }
  const document = JSON.stringify({ ...head, methods: [get({ $ref: ref })], components })
  const root = temporaryFolder({ 'main.json': document, 'x/shared.json': shared })
  const { loaded, diagnostics } = await load({ root, inputs: ['main.json'] })
  const severity = leadsTo === undefined ? 'error' : 'warning'
  expect(diagnostics.map(brief)).toEqual([`${severity} RL110 /methods/0/result/schema`])
  expect(loaded?.resolve('main.json', ref)?.place.pointer).toBe(leadsTo)
})

test('a component whose path is relative to another folder resolves for references to it, too', async () => {
  const components = { schemas: { A: { $ref: './api/shared.json#/components/schemas/A' } } }
  const methods = [get({ $ref: '#/components/schemas/A' })]
  const root = temporaryFolder({
    'api/main.json': JSON.stringify({ ...head, methods, components }),
    'api/shared.json': shared,
  })
  const { loaded, diagnostics } = await load({ root, inputs: ['api/main.json'] })
  expect(diagnostics.map(brief)).toEqual(['warning RL110 /components/schemas/A'])
  const { place } = loaded?.resolve('api/main.json', '#/components/schemas/A') ?? {}
  expect(place?.file).toBe('api/shared.json')
})

test('references with one mistake are one warning in each file', async () => {
  const to = (name: string): object => ({ $ref: `./api/shared.json#/components/schemas/${name}` })
  const old = { $ref: '#/definitions/Own' }
  const components = { schemas: { A: to('A'), B: to('A'), C: to('A'), Own: text } }
  const methods = [get(old), { ...get(old), name: 'other' }]
  const root = temporaryFolder({
    'api/main.json': JSON.stringify({ ...head, methods, components }),
    'api/shared.json': shared,
  })
  const { diagnostics } = await load({ root, inputs: ['api/main.json'] })
  expect(diagnostics.map(brief)).toEqual([
    'warning RL110 /methods/0/result/schema',
    'warning RL110 /components/schemas/A',
  ])
  expect(diagnostics.map(({ message }) => /\d+ more/.exec(message)?.[0])).toEqual([
    '1 more',
    '2 more',
  ])
})
