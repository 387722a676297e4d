import type { JsonObject } from 'rpcloom/model'
import { expect, test } from 'vitest'
import { answering, build, documentOf } from '../model/documents.ts'
import { emitted } from '../targets/emitted.ts'

const uint64: JsonObject = { type: ['string', 'integer'], format: 'uint64' }
const pet: JsonObject = { $ref: '#/components/schemas/Pet' }

test('an intersection that holds itself is read to its end', async () => {
  const tagged: JsonObject = { type: 'object', properties: { tag: { type: 'boolean' } } }
  const properties: JsonObject = {
    id: uint64,
    parent: { oneOf: [{ type: 'null' }, { allOf: [tagged, pet] }] },
    children: { type: 'array', items: { allOf: [pet, tagged] } },
  }
  const { api } = build(
    documentOf([answering('getPet', pet)], { Pet: { type: 'object', properties } }),
  )
  const output = await emitted(api, ['client'])
  output.compile('client')
  const { createClient } = await output.load('client/dist/index.js')
  const result = { id: '1', parent: { id: 2, parent: { id: '3' } }, children: [{ id: '4' }] }
  const transport = async ({ id }: { readonly id: number }): Promise<unknown> => {
    return { status: 200, message: { jsonrpc: '2.0', id, result: structuredClone(result) } }
  }
  const client = (
    createClient as (options: object) => Record<string, Record<string, () => unknown>>
  )({ transport })
  expect(await client['test']?.['getPet']?.()).toEqual({
    id: 1n,
    parent: { id: 2n, parent: { id: 3n } },
    children: [{ id: 4n }],
  })
})
