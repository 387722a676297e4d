import type { JsonObject } from 'rpcloom/model'
import { expect, test } from 'vitest'
import { answering, build, documentOf } from '../model/documents.ts'
import { emitted } from '../targets/emitted.ts'

const uint64: JsonObject = { type: ['string', 'integer'], format: 'uint64' }
const text: JsonObject = { type: 'string' }
const record = (properties: JsonObject): JsonObject => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
})
const kind = (name: string): JsonObject => ({ const: name })
const named = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` })
const list = (items: JsonObject): JsonObject => ({ type: 'array', items })

/** Unions by method, with a value as sent and as decoded. */
const rows: readonly (readonly [name: string, schema: JsonObject, sent: unknown, read: unknown])[] =
  [
    [
      'sharedMember',
      { oneOf: [record({ height: uint64, id: text }), record({ height: uint64, time: uint64 })] },
      { height: '1', time: '2', more: '3' },
      { height: 1n, time: 2n, more: '3' },
    ],
    ['textOrRecord', { oneOf: [text, record({ height: uint64 })] }, '12', '12'],
    [
      'recordOrText',
      { oneOf: [text, record({ height: uint64 })] },
      { height: '12' },
      { height: 12n },
    ],
    [
      'blockAsText',
      {
        oneOf: [
          record({ encoding: kind('hex'), block: text }),
          record({ encoding: kind('json'), block: record({ height: uint64 }) }),
        ],
      },
      { encoding: 'hex', block: '7' },
      { encoding: 'hex', block: '7' },
    ],
    [
      'blockAsRecord',
      {
        oneOf: [
          record({ encoding: kind('hex'), block: text }),
          record({ encoding: kind('json'), block: record({ height: uint64 }) }),
        ],
      },
      { encoding: 'json', block: { height: '7' } },
      { encoding: 'json', block: { height: 7n } },
    ],
    [
      'textInOne',
      {
        oneOf: [
          record({ kind: kind('a'), value: text }),
          record({ kind: kind('b'), value: uint64 }),
        ],
      },
      { kind: 'a', value: '7' },
      { kind: 'a', value: '7' },
    ],
    [
      'numberInOther',
      {
        oneOf: [
          record({ kind: kind('a'), value: text }),
          record({ kind: kind('b'), value: uint64 }),
        ],
      },
      { kind: 'b', value: '7' },
      { kind: 'b', value: 7n },
    ],
    [
      'textDeepInOne',
      {
        oneOf: [
          record({ kind: kind('a'), inner: list(record({ value: text })) }),
          record({ kind: kind('b'), inner: list(record({ value: uint64 })) }),
        ],
      },
      { kind: 'a', inner: [{ value: '7' }] },
      { kind: 'a', inner: [{ value: '7' }] },
    ],
    ['listOfTexts', { oneOf: [list(text), list(record({ height: uint64 }))] }, ['1'], ['1']],
    [
      'listOfRecords',
      { oneOf: [list(text), list(record({ height: uint64 }))] },
      [{ height: '1' }],
      [{ height: 1n }],
    ],
    ['numberOrWord', { oneOf: [{ enum: ['none'] }, uint64] }, 'none', 'none'],
    ['wordOrNumber', { oneOf: [{ enum: ['none'] }, uint64] }, '5', 5n],
    [
      'mapOrRecord',
      {
        oneOf: [
          { type: 'object', additionalProperties: text },
          record({ kind: kind('b'), value: uint64 }),
        ],
      },
      { kind: 'b', value: '5' },
      { kind: 'b', value: 5n },
    ],
    [
      'holdsItself',
      { oneOf: [named('Leaf'), named('Branch')] },
      { left: { left: { weight: '1' }, weight: '2' }, weight: '3' },
      { left: { left: { weight: 1n }, weight: 2n }, weight: 3n },
    ],
    [
      'throughIntersection',
      {
        oneOf: [
          { allOf: [record({ weight: uint64 }), record({ from: uint64 })] },
          record({ weight: uint64, to: uint64 }),
        ],
      },
      { weight: '1', from: '2', to: '3' },
      { weight: 1n, from: 2n, to: 3n },
    ],
    [
      'flagInOther',
      { oneOf: [record({ id: uint64 }), record({ id: { type: 'boolean' } })] },
      { id: true },
      { id: true },
    ],
    [
      'numberBesideFlag',
      { oneOf: [record({ id: uint64 }), record({ id: { type: 'boolean' } })] },
      { id: '5' },
      { id: 5n },
    ],
    [
      'wordInOther',
      { oneOf: [record({ id: uint64 }), record({ id: text })] },
      { id: 'five' },
      { id: 'five' },
    ],
    [
      'wordInside',
      { oneOf: [record({ at: record({ id: uint64 }) }), record({ at: record({ id: text }) })] },
      { at: { id: 'five' } },
      { at: { id: 'five' } },
    ],
    [
      'numberInside',
      { oneOf: [record({ at: record({ id: uint64 }) }), record({ at: record({ id: text }) })] },
      { at: { id: '5' } },
      { at: { id: 5n } },
    ],
    ['numberOrRecord', { oneOf: [uint64, record({ name: text })] }, { name: 'a' }, { name: 'a' }],
    [
      'recordInMap',
      { oneOf: [{ type: 'object', additionalProperties: text }, record({ value: uint64 })] },
      { value: 'a', more: 'b' },
      { value: 'a', more: 'b' },
    ],
    [
      'recordBesideMap',
      { oneOf: [{ type: 'object', additionalProperties: uint64 }, record({ name: text })] },
      { name: 'a' },
      { name: 'a' },
    ],
    [
      'mapBesideRecord',
      { oneOf: [{ type: 'object', additionalProperties: uint64 }, record({ name: text })] },
      { any: '5', none: null },
      { any: 5n, none: null },
    ],
    ['namedWords', { oneOf: [list(uint64), named('Words')] }, ['a'], ['a']],
    ['numbersOfList', { oneOf: [list(uint64), named('Words')] }, ['5'], [5n]],
  ]

const components: JsonObject = {
  Words: list(text),
  Leaf: { type: 'object', properties: { weight: uint64 }, required: ['weight'] },
  Branch: {
    type: 'object',
    properties: { weight: uint64, left: { oneOf: [named('Leaf'), named('Branch')] } },
    required: ['weight', 'left'],
  },
}

test(
  'a result with several possible types is decoded by the one that matches',
  { timeout: 120_000 },
  async () => {
    const methods = rows.map(([name, schema]) => answering(name, schema))
    const { api } = build(documentOf(methods, components))
    const output = await emitted(api, ['client'])
    output.compile('client')
    const { createClient } = await output.load('client/dist/index.js')
    const call = async (method: string, result: unknown): Promise<unknown> => {
      const transport = async ({ id }: { readonly id: number }): Promise<unknown> => ({
        status: 200,
        message: { jsonrpc: '2.0', id, result: structuredClone(result) },
      })
      const client = (
        createClient as (options: object) => Record<string, Record<string, () => unknown>>
      )({ transport })
      return await client['test']?.[method]?.()
    }
    for (const [name, , json, read] of rows) expect(await call(name, json), name).toEqual(read)
  },
)
