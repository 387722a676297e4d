import type { JsonObject } from 'rpcloom/model'
import { documentOf } from '../model/documents.ts'

const text = { type: 'string' }
const hash = { type: 'string', pattern: '^[0-9a-f]{64}$', description: 'A block hash' }
const amount = { type: 'number', 'x-bitcoin-unit': 'amount' }
const required = (name: string, schema: JsonObject): JsonObject => ({
  name,
  required: true,
  schema,
})
const object = (properties: JsonObject): JsonObject => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})

/** A document in the style of Bitcoin Core: results that depend on a param, amounts in BTC, paths of wallets. */
export const bitcoin: JsonObject = documentOf(
  [
    {
      name: 'getblock',
      summary: 'A block.',
      params: [
        required('blockhash', hash),
        { name: 'verbosity', schema: { type: 'integer', minimum: 0, maximum: 2, default: 1 } },
      ],
      result: {
        name: 'block',
        schema: {
          oneOf: [
            { type: 'string', description: 'for verbosity = 0', 'x-when': { verbosity: 0 } },
            {
              ...object({ hash, tx: { type: 'array', items: text } }),
              description: 'for verbosity = 1',
              'x-when': { verbosity: 1 },
            },
            {
              ...object({
                hash,
                tx: { type: 'array', items: object({ txid: text, value: amount }) },
              }),
              description: 'for verbosity = 2',
              'x-when': { verbosity: 2 },
            },
          ],
        },
      },
    },
    { name: 'getblockcount', params: [], result: { name: 'count', schema: { type: 'integer' } } },
    { name: 'getbalance', params: [], result: { name: 'balance', schema: amount } },
    {
      name: 'sendtoaddress',
      params: [
        required('address', text),
        { ...required('amount', { type: 'number' }), 'x-bitcoin-unit': 'amount' },
      ],
      result: { name: 'txid', schema: text },
      'x-effect': 'write',
      examples: [
        {
          name: 'a tenth',
          params: [
            { name: 'address', value: 'bc1q' },
            { name: 'amount', value: 0.1 },
          ],
          result: { name: 'txid', value: 'ab' },
        },
      ],
    },
  ],
  {},
  {
    servers: [
      { url: 'http://127.0.0.1:8332/wallet/{wallet}', variables: { wallet: { default: 'main' } } },
    ],
  },
)

/** A document in the style of Positron: an absent `required` means required, and results may be absent. */
export const positron: JsonObject = documentOf([
  {
    name: 'show_message',
    params: [
      { name: 'title', schema: text },
      { name: 'timeout', required: false, schema: text },
    ],
    result: { required: false, schema: { type: 'string', format: 'uint64' } },
  },
  { name: 'set_color', params: [{ name: 'color', schema: text }], result: {} },
])

/** A document in the style of NEAR: named alternatives, and params that are one schema. */
export const near: JsonObject = documentOf(
  [
    {
      name: 'query',
      params: [],
      'x-params': { $ref: '#/components/schemas/Query' },
      result: {
        name: 'view',
        schema: {
          oneOf: [
            { $ref: '#/components/schemas/AccountView', description: 'for view_account' },
            { title: 'Call result', type: 'array', items: { type: 'integer' } },
            { type: 'null', description: 'for an unknown account' },
          ],
        },
      },
    },
  ],
  {
    Query: {
      oneOf: [
        object({ request_type: { const: 'view_account' }, account_id: text }),
        object({ request_type: { const: 'call_function' }, account_id: text, method_name: text }),
      ],
    },
    AccountView: object({ amount: { type: 'string', format: 'uint128' }, locked: text }),
  },
)
