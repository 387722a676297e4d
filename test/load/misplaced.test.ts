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

test.each<readonly [what: string, schema: Json, says: string]>([
  ['some of an enum', { type: 'integer', enum: [1, '2', 3] }, '"2"'],
  ['all of an enum', { type: ['number', 'null'], enum: ['0'] }, 'no value is valid'],
])('a type that excludes %s', async (_, schema, says) => {
  const { loaded, diagnostics } = await read({ ...head, methods: [get(schema)] })
  expect(diagnostics.map(brief)).toEqual(['warning RL207 /methods/0/result/schema/enum'])
  expect(diagnostics[0]?.message).toContain(says)
  expect(loaded?.documents[0]?.json['methods']).toEqual([get(schema)])
})

const suggestions: readonly (readonly [ref: string, meant: string | undefined])[] = [
  ['Pet', '#/components/schemas/Pet'],
  ['#components/schemas/Pet', '#/components/schemas/Pet'],
  ['#/definitions/Pet', '#/components/schemas/Pet'],
  ['#/components/schema/Pet', '#/components/schemas/Pet'],
  ['#/components/schemas/Id', '#/components/contentDescriptors/Id'],
  ['api.json#/definitions/Pet', 'api.json#/components/schemas/Pet'],
  ['other.json#/Pet', undefined],
  ['#/definitions/Cat', undefined],
]

test.each(suggestions)('the unresolved reference %s suggests %s', async (ref, meant) => {
  const components = {
    schemas: { Pet: text },
    contentDescriptors: { Id: { name: 'id', schema: text } },
  }
  const { diagnostics } = await read({ ...head, methods: [get({ $ref: ref })], components })
  expect(diagnostics.map(brief)).toEqual(['error RL110 /methods/0/result/schema'])
  const { help = '' } = diagnostics[0] ?? {}
  expect(/^Did you mean (.*)\?$/.exec(help)?.[1]).toBe(meant)
})
