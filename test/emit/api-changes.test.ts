import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareApi } from '../../generator/src/emit/api-changes.ts'
import { digestApi, parseDigest, printDigest } from '../../generator/src/emit/api-digest.ts'
import type { Json, JsonObject } from '../../generator/src/model/types.ts'
import { build } from '../model/documents.ts'

const id = { name: 'id', required: true, schema: { type: 'string' } }
const limit = { name: 'limit', schema: { $ref: '#/components/schemas/Limit' } }
const answer = { name: 'answer', schema: { $ref: '#/components/schemas/Node' } }

interface Parts {
  readonly params?: readonly Json[]
  readonly method?: Readonly<Record<string, Json>>
  readonly limitType?: string
  readonly leafType?: string
}

/** One method; its result is part of a circle of types that leads to `Leaf`. */
function documentOf({ params = [id, limit], method, limitType, leafType }: Parts): JsonObject {
  return {
    openrpc: '1.3.2',
    info: { title: 'T', version: '1.0.0' },
    methods: [{ name: 'get', paramStructure: 'by-name', params, result: answer, ...method }],
    components: {
      schemas: {
        Limit: { type: limitType ?? 'integer' },
        Node: { type: 'object', properties: { twin: { $ref: '#/components/schemas/Twin' } } },
        Twin: {
          type: 'object',
          properties: {
            node: { $ref: '#/components/schemas/Node' },
            leaf: { $ref: '#/components/schemas/Leaf' },
          },
        },
        Leaf: { type: leafType ?? 'string' },
      },
    },
  }
}

function digestsOf(parts: Parts): Readonly<Record<string, string>> {
  return digestApi(build(documentOf(parts)).api)
}

describe('what changed', () => {
  test.each<[string, Parts, string | undefined, readonly unknown[]]>([
    ['prose', { method: { summary: 'Other words.' } }, undefined, []],
    [
      'an optional param',
      { params: [id, limit, { name: 'new', schema: {} }] },
      'no',
      [{ kind: 'param-added', param: 'new', required: false }],
    ],
    [
      'a required param',
      { params: [id, { name: 'new one!', required: true, schema: {} }, limit] },
      'yes',
      [{ kind: 'param-added', param: 'new one!', required: true }],
    ],
    ['a param less', { params: [id] }, 'yes', [{ kind: 'param-removed', param: 'limit' }]],
    [
      'a param that must be there now',
      { params: [id, { ...limit, required: true }] },
      'yes',
      [{ kind: 'param-required', param: 'limit', required: true }],
    ],
    [
      'a type behind a reference',
      { limitType: 'string' },
      'perhaps',
      [{ kind: 'param-type', param: 'limit' }],
    ],
    ['a type behind a circle', { leafType: 'boolean' }, 'perhaps', [{ kind: 'result-type' }]],
    ['the order of params', { params: [limit, id] }, 'perhaps', [{ kind: 'param-order' }]],
    [
      'an error',
      { method: { errors: [{ code: 7, message: 'No.' }] } },
      'perhaps',
      [{ kind: 'rest' }],
    ],
  ])('%s', (_, parts, breaking, changes) => {
    const { details } = compareApi(digestsOf({}), digestsOf(parts))
    expect(details.map(({ breaking: verdict }) => verdict)).toEqual(
      breaking === undefined ? [] : [breaking],
    )
    expect(details.flatMap((detail) => detail.changes)).toEqual(changes)
  })
})

test('a digest comes back as it was printed, whatever its names hold', () => {
  const part = fc.string({ unit: 'grapheme', minLength: 1 })
  const hash = fc.stringMatching(/^[0-9a-f]{8}$/)
  const params = fc.array(fc.record({ name: part, required: fc.boolean(), type: hash }))
  fc.assert(
    fc.property(params, fc.option(hash), hash, (list, result, rest) => {
      const digest = { params: list, ...(result !== null && { result }), rest }
      expect(parseDigest(printDigest(digest))).toEqual(digest)
    }),
    { seed: 7 },
  )
})
