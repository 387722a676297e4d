import { expect, test } from 'vitest'
import { compareApi } from '../../generator/src/engine/api-changes.ts'
import { digestApi } from '../../generator/src/engine/api-digest.ts'
import type { Json, JsonObject } from 'rpcloom/model'
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

/** Returns a document with one method. Its result is in a cycle of types that includes `Leaf`. */
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

test.each<[string, Parts, readonly string[]]>([
  ['prose', { method: { summary: 'Other words.' } }, []],
  ['an optional param', { params: [id, limit, { name: 'new', schema: {} }] }, ['test get']],
  ['a param less', { params: [id] }, ['test get']],
  ['a param that must be there now', { params: [id, { ...limit, required: true }] }, ['test get']],
  ['a type behind a reference', { limitType: 'string' }, ['test get']],
  ['a type behind a circle', { leafType: 'boolean' }, ['test get']],
  ['an error', { method: { errors: [{ code: 7, message: 'No.' }] } }, ['test get']],
])('changes of the API: %s', (_, parts, changed) => {
  expect(compareApi(digestsOf({}), digestsOf(parts))).toEqual({ added: [], removed: [], changed })
})

test('an added or removed method is listed with its group and name', () => {
  const other = digestsOf({ method: { name: 'put' } })
  expect(compareApi(digestsOf({}), other)).toEqual({
    added: ['test put'],
    removed: ['test get'],
    changed: [],
  })
})
