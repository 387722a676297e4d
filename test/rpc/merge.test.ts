import { mergeDocuments } from '../../packages/rpc/src/document/merge.ts'
import type { JsonObject } from '../../packages/rpc/src/json-rpc.ts'
import { expect, it } from 'vitest'

function documentOf(methods: readonly JsonObject[], schemas: JsonObject): JsonObject {
  return {
    openrpc: '1.3.2',
    info: { title: 'A', version: '1' },
    'x-extensions': [{ name: 'x-shared' }],
    methods,
    components: { schemas },
  }
}

const located = (method: JsonObject): JsonObject => method
const id = { $ref: '#/components/schemas/Id' }
const first = documentOf([{ name: 'a' }, { name: 'b', result: id }], { Id: { type: 'string' } })

it('keeps the first of several methods, and follows references to the others', () => {
  const second = documentOf(
    [{ name: 'b' }, { name: 'c' }, { name: 'd', result: { $ref: '#/methods/1/result' } }],
    {},
  )
  const { methods } = mergeDocuments([
    { key: 'one', document: first, located },
    { key: 'two', document: second, located: (method) => ({ ...method, servers: [] }) },
  ])
  expect(methods).toEqual([
    { name: 'a' },
    { name: 'b', result: id },
    { name: 'c', servers: [] },
    { name: 'd', result: { $ref: '#/methods/2/result' }, servers: [] },
  ])
})

it('prefixes components that differ, and whatever refers to them', () => {
  const second = documentOf([{ name: 'c', result: id }], {
    Id: { type: 'integer' },
    Ids: { items: id },
    TwoId: { type: 'null' },
  })
  const parts = [
    { key: 'one', document: first, located },
    { key: 'two', document: second, located },
    { key: 'three', document: first, located },
  ]
  expect(mergeDocuments(parts, { title: 'All', version: '2' })).toEqual({
    openrpc: '1.3.2',
    info: { title: 'All', version: '2' },
    'x-extensions': [{ name: 'x-shared' }],
    methods: [
      { name: 'a' },
      { name: 'b', result: id },
      { name: 'c', result: { $ref: '#/components/schemas/TwoId_' } },
    ],
    components: {
      schemas: {
        Id: { type: 'string' },
        TwoId_: { type: 'integer' },
        Ids: { items: { $ref: '#/components/schemas/TwoId_' } },
        TwoId: { type: 'null' },
      },
    },
  })
})
