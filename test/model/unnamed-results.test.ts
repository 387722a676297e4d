import type { JsonObject } from 'rpcloom/model'
import { expect, test } from 'vitest'
import { build } from './documents.ts'

const row: JsonObject = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'string' }, at: { type: 'object', properties: { x: {} } } },
}
const named: JsonObject = { $ref: '#/components/schemas/Row' }

test.each<[name: string, schema: JsonObject, want: readonly string[]]>([
  ['a list of records', { type: 'array', items: row }, ['ListResult']],
  ['a list or null', { oneOf: [{ type: 'array', items: row }, { type: 'null' }] }, ['ListResult']],
  ['a list of lists', { type: 'array', items: { type: 'array', items: row } }, ['ListResult']],
  [
    'a list of alternatives',
    { type: 'array', items: { oneOf: [row, { type: 'string' }] } },
    ['ListResult'],
  ],
  ['a tuple', { type: 'array', prefixItems: [{ type: 'string' }, row] }, ['ListResult']],
  ['a list of constants', { type: 'array', items: { enum: ['a', 'b'] } }, ['ListResult']],
  // These need no name.
  ['a list of named records', { type: 'array', items: named }, ['Row']],
  ['a list of strings', { type: 'array', items: { type: 'string' } }, []],
])('an unnamed result has a name: %s', (_, schema, want) => {
  const { api } = build({
    openrpc: '1.3.2',
    info: { title: 'Rows', version: '1.0.0' },
    methods: [{ name: 'list', params: [], result: { name: 'rows', schema } }],
    components: { schemas: JSON.stringify(schema).includes('$ref') ? { Row: row } : {} },
  })
  expect([...api.types.values()].map(({ name }) => name)).toEqual(want)
})
