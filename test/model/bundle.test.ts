import { expect, test } from 'vitest'
import { buildApi, type JsonObject } from 'rpcloom/model'
import { answering, documentOf, loadedFrom } from './documents.ts'

const text = { type: 'string' }

function bundleOf(files: Readonly<Record<string, JsonObject>>): JsonObject {
  const [group] = buildApi(loadedFrom(files), { scope: '@test' }).api.groups
  if (group === undefined) throw new Error('There is no group')
  return group.bundle
}

test('a document without references to other files remains unchanged', () => {
  const document = documentOf(
    [{ name: 'a', params: [], result: { name: 'r', schema: { $ref: '#/components/schemas/A' } } }],
    { A: { type: 'object', properties: { a: { $ref: '#/components/schemas/A' } } } },
  )
  expect(bundleOf({ 'a.json': document })).toEqual(document)
})

test('components of other files are included under their names, including cycles', () => {
  const shared = {
    schemas: {
      Tree: {
        type: 'object',
        properties: { left: { $ref: '#/schemas/Tree' }, leaf: { $ref: 'b.json#/schemas/Leaf' } },
      },
    },
    contentDescriptors: { Tree: { name: 'tree', schema: { $ref: '#/schemas/Tree' } } },
    errors: { Bad: { code: 1, message: 'bad' } },
  }
  const document = documentOf(
    [
      {
        name: 'a',
        params: [{ $ref: 'shared/a.json#/contentDescriptors/Tree' }],
        result: {
          name: 'r',
          schema: { type: 'array', items: { $ref: 'shared/a.json#/schemas/Tree' } },
        },
        errors: [{ $ref: 'shared/a.json#/errors/Bad' }],
        examples: [
          { name: 'e', params: [{ name: 'tree', value: { $ref: 'shared/a.json#/none' } }] },
        ],
      },
      { $ref: 'shared/m.json' },
    ],
    { Leaf: text, Own: { $ref: 'shared/b.json#/schemas/Leaf', description: 'Kept' } },
  )
  const bundled = bundleOf({
    'a.json': document,
    'shared/a.json': shared,
    'shared/b.json': { schemas: { Leaf: text, Unused: text } },
    'shared/m.json': {
      name: 'm',
      params: [],
      result: { name: 'r', schema: { $ref: 'b.json#/schemas/Leaf' } },
    },
  })
  const leaf = { $ref: '#/components/schemas/Leaf2' }
  expect(bundled).toEqual({
    ...document,
    methods: [
      {
        name: 'a',
        params: [{ $ref: '#/components/contentDescriptors/Tree' }],
        result: {
          name: 'r',
          schema: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
        },
        errors: [{ $ref: '#/components/errors/Bad' }],
        examples: [
          { name: 'e', params: [{ name: 'tree', value: { $ref: 'shared/a.json#/none' } }] },
        ],
      },
      { name: 'm', params: [], result: { name: 'r', schema: leaf } },
    ],
    components: {
      schemas: {
        Leaf: text,
        Own: { ...leaf, description: 'Kept' },
        Tree: { type: 'object', properties: { left: { $ref: '#/components/schemas/Tree' }, leaf } },
        Leaf2: text,
      },
      contentDescriptors: { Tree: { name: 'tree', schema: { $ref: '#/components/schemas/Tree' } } },
      errors: { Bad: { code: 1, message: 'bad' } },
    },
  })
})

test('components of other files keep their keys', () => {
  const schema = { $ref: 'b.json#/components/schemas/TXN_HASH' }
  const bundled = bundleOf({
    'a.json': documentOf([], { S: schema }),
    'b.json': documentOf([], { TXN_HASH: { $ref: '#/components/schemas/felt' }, felt: text }),
  })
  expect(bundled['components']).toEqual({
    schemas: {
      S: { $ref: '#/components/schemas/TXN_HASH' },
      TXN_HASH: { $ref: '#/components/schemas/felt' },
      felt: text,
    },
  })
})

test('unresolved references become schemas that allow everything, or are removed', () => {
  const document = documentOf([
    {
      name: 'a',
      params: [{ $ref: 'none.json#/a' }],
      result: { name: 'r', schema: { $ref: 'none.json#/b', title: 'Gone' } },
    },
    { $ref: 'none.json' },
  ])
  expect(bundleOf({ 'a.json': document })['methods']).toEqual([
    { name: 'a', params: [], result: { name: 'r', schema: { title: 'Gone' } } },
  ])
})

test('members named like inherited ones are kept', () => {
  const schema: JsonObject = JSON.parse('{"properties":{"__proto__":{"$ref":"b.json#/A"}}}')
  const bundled = bundleOf({ 'a.json': documentOf([], { S: schema }), 'b.json': { A: text } })
  expect(JSON.stringify(bundled)).toContain('"__proto__":{"$ref":"#/components/schemas/A"}')
})

test('a type next to a reference is dropped if it excludes every value, and otherwise kept', () => {
  const schemas = {
    Alias: { $ref: '#/components/schemas/List' },
    List: { type: 'array' },
    Number: { type: 'number' },
  }
  const refer = (type: string, to: string): JsonObject => ({
    type,
    $ref: `#/components/schemas/${to}`,
  })
  const properties = {
    other: refer('object', 'Alias'),
    same: refer('array', 'Alias'),
    narrower: refer('integer', 'Number'),
  }
  const bundled = bundleOf({ 'a.json': documentOf([answering('m', { properties })], schemas) })
  expect(bundled['methods']).toEqual([
    answering('m', {
      properties: { ...properties, other: { $ref: '#/components/schemas/Alias' } },
    }),
  ])
})

test('unnamed params get their names in generated code and are positional', () => {
  const nameless = { schema: { $ref: '#/components/schemas/Options' } }
  const method = (rest: JsonObject): JsonObject => ({
    name: 'm',
    params: [
      { name: 'id', schema: text },
      nameless,
      nameless,
      { $ref: '#/components/contentDescriptors/Text' },
    ],
    ...rest,
  })
  const components = {
    schemas: { Options: { type: 'object' } },
    contentDescriptors: { Text: { schema: text } },
  }
  const named = [
    { name: 'id', schema: text },
    { ...nameless, name: 'Options' },
    { ...nameless, name: 'Options2' },
    { schema: text, name: 'param4' },
  ]
  const bundled = (rest: JsonObject): JsonObject =>
    bundleOf({ 'a.json': documentOf([method(rest)], {}, { components }) })
  expect(bundled({})['methods']).toEqual([
    { name: 'm', params: named, paramStructure: 'by-position' },
  ])
  expect(bundled({ paramStructure: 'by-name' })['methods']).toEqual([
    { name: 'm', params: named, paramStructure: 'by-name' },
  ])
  const { api } = buildApi(loadedFrom({ 'a.json': documentOf([method({})], {}, { components }) }), {
    scope: '@test',
  })
  expect(api.groups[0]?.methods[0]).toMatchObject({
    paramStructure: 'by-position',
    params: [{ name: 'id' }, { name: 'Options' }, { name: 'Options2' }, { name: 'param4' }],
  })
})
