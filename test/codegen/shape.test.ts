import type { JsonObject } from 'rpcloom/model'
import { expect, test } from 'vitest'
import { answering, build, documentOf } from '../model/documents.ts'
import { emitted } from '../targets/emitted.ts'

const uint64: JsonObject = { type: ['string', 'integer'], format: 'uint64' }
const pet: JsonObject = { $ref: '#/components/schemas/Pet' }

/** Returns the result of the only method in the form that the generated client returns. */
async function readAs(
  result: JsonObject,
  schema: JsonObject,
  schemas: JsonObject,
): Promise<unknown> {
  const { api } = build(documentOf([answering('getPet', schema)], schemas))
  const output = await emitted(api, ['client'])
  output.compile('client')
  const { createClient } = await output.load('client/dist/index.js')
  const transport = async ({ id }: { readonly id: number }): Promise<unknown> => {
    return { status: 200, message: { jsonrpc: '2.0', id, result: structuredClone(result) } }
  }
  const client = (
    createClient as (options: object) => Record<string, Record<string, () => unknown>>
  )({ transport })
  return client['test']?.['getPet']?.()
}

test('an intersection that contains itself is read without infinite recursion', async () => {
  const tagged: JsonObject = { type: 'object', properties: { tag: { type: 'boolean' } } }
  const properties: JsonObject = {
    id: uint64,
    parent: { oneOf: [{ type: 'null' }, { allOf: [tagged, pet] }] },
    children: { type: 'array', items: { allOf: [pet, tagged] } },
  }
  const result = { id: '1', parent: { id: 2, parent: { id: '3' } }, children: [{ id: '4' }] }
  expect(await readAs(result, pet, { Pet: { type: 'object', properties } })).toEqual({
    id: 1n,
    parent: { id: 2n, parent: { id: 3n } },
    children: [{ id: 4n }],
  })
})

/** Returns objects with a number each, distinguished by the member `tag`. */
function alternatives(count: number, tag: string): JsonObject[] {
  return Array.from({ length: count }, (_, index) => ({
    type: 'object',
    properties: { [tag]: { const: `v${index}` }, [`${tag}${index}`]: uint64 },
    required: [tag],
  }))
}

/** Returns alternatives by `kind`, each with an intersection as `next`. */
function pets(count: number, others: (index: number) => JsonObject): JsonObject {
  const anyOf = Array.from({ length: count }, (_, index) => ({
    type: 'object',
    properties: {
      kind: { const: `k${index}` },
      next: { allOf: [{ $ref: '#/components/schemas/Tagged' }, others(index)] },
    },
    required: ['kind'],
  }))
  return { anyOf }
}

function tagged(count: number): JsonObject {
  return { allOf: [{ anyOf: alternatives(count, 'a') }, { anyOf: alternatives(count, 'b') }] }
}

test('alternatives with intersections that contain each other are read', async () => {
  const schemas = { Pet: pets(12, () => pet), Tagged: tagged(2) }
  const last = { kind: 'k2', a: 'v0', a0: '1', b: 'v1', b1: '2' }
  const result = { kind: 'k1', next: { ...last, next: { ...last, b1: '3' } } }
  expect(await readAs(result, pet, schemas)).toEqual({
    kind: 'k1',
    next: { ...last, a0: 1n, b1: 2n, next: { ...last, a0: 1n, b1: 3n } },
  })
})

test('many alternatives with intersections of many alternatives are read', async () => {
  const numbered = (index: number): JsonObject => ({
    type: 'object',
    properties: { [`n${index}`]: uint64 },
  })
  const schemas = { Pet: pets(60, numbered), Tagged: tagged(5) }
  const result = { kind: 'k1', next: { a: 'v0', a0: '1', b: 'v1', b1: '2', n1: '3' } }
  expect(await readAs(result, pet, schemas)).toEqual({
    kind: 'k1',
    next: { a: 'v0', a0: 1n, b: 'v1', b1: 2n, n1: 3n },
  })
})

test('lists of unions that contain each other are read', async () => {
  const schema = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` })
  const list = (items: JsonObject): JsonObject => ({ type: 'array', items })
  const next = (name: string): JsonObject => ({
    anyOf: [list({ oneOf: [schema(name), pet] }), uint64],
  })
  const schemas = { Pet: next('Two'), Two: next('Three'), Three: next('Pet') }
  const result = { pet: ['1', [2, ['3', [['4']]]]] }
  const holder: JsonObject = { type: 'object', properties: { pet } }
  expect(await readAs(result, holder, schemas)).toEqual({ pet: [1n, [2n, [3n, [[4n]]]]] })
})
