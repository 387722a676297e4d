import { documentOf, examples, type Files, method, record, ref, schemas } from './parts.ts'

const byName = { paramStructure: 'by-name' }
const money = { type: 'string', format: 'decimal', pattern: '^-?\\d+(\\.\\d{1,8})?$' }

/** In the style of exchanges, wallets, payment and messaging services. */
export const commerce: Files = {
  'trading.json': documentOf(
    [
      method(
        'private/buy',
        {
          'instrument_name!': { type: 'string' },
          'amount!': { type: 'number', exclusiveMinimum: 0 },
          type: { enum: ['limit', 'market'], default: 'limit' },
          price: { type: 'number' },
        },
        ref('OrderResult'),
        {
          ...byName,
          ...examples(
            [
              { instrument_name: 'BTC-PERP', amount: 0.5 },
              {
                order: { kind: 'limit', price: '1.5', side: 'buy' },
                trades: [[1, '2.5', 'maker']],
              },
            ],
            [
              { instrument_name: 'X', amount: 1, type: 'market' },
              { order: { kind: 'stop', trigger: { by: 'index' }, side: 'sell' }, trades: [] },
            ],
          ),
        },
      ),
      method(
        'public/get_book',
        { 'symbol!': { type: 'string' }, depth: { type: 'integer', enum: [1, 5, 10, 10, 5] } },
        record({
          'bids!': { type: 'array', items: ref('Level') },
          'asks!': { type: 'array', items: ref('Level') },
          'ts!': { type: 'integer', format: 'int64' },
        }),
        {
          ...byName,
          ...examples([
            { symbol: 'a', depth: 5 },
            { bids: [[1.5, 2]], asks: [], ts: 1 },
          ]),
        },
      ),
      method(
        'public/get_candles',
        { 'symbol!': { type: 'string' }, 'interval!': { enum: ['1m', '1h', '1d', 60, null] } },
        {
          type: 'object',
          patternProperties: {
            '^\\d+$': {
              type: 'array',
              prefixItems: [{ type: 'number' }, { type: 'number' }],
              items: { type: 'number' },
              minItems: 2,
            },
          },
          additionalProperties: false,
        },
        {
          ...byName,
          ...examples(
            [{ symbol: 'a', interval: null }, { 1: [1, 2, 3] }],
            [{ symbol: 'b', interval: 60 }, {}],
          ),
        },
      ),
    ],
    schemas({
      Level: {
        type: 'array',
        items: [{ type: 'number' }, { type: 'number' }],
        additionalItems: false,
        minItems: 2,
      },
      Side: { type: 'string', enum: ['buy', 'sell', 'Buy', 'BUY'] },
      OrderBase: record(
        {
          'side!': ref('Side'),
          'kind!': { type: 'string' },
          tags: { type: 'array', items: { type: 'string' }, uniqueItems: true, maxItems: 3 },
        },
        {
          discriminator: {
            propertyName: 'kind',
            mapping: { limit: '#/components/schemas/LimitOrder', stop: 'StopOrder' },
          },
        },
      ),
      LimitOrder: {
        allOf: [ref('OrderBase'), record({ 'price!': money, kind: { const: 'limit' } })],
      },
      StopOrder: {
        allOf: [
          ref('OrderBase'),
          record({
            'trigger!': record({ 'by!': { enum: ['index', 'mark'] } }),
            kind: { const: 'stop' },
          }),
        ],
      },
      Order: {
        oneOf: [ref('LimitOrder'), ref('StopOrder')],
        discriminator: { propertyName: 'kind' },
      },
      Trade: {
        type: 'array',
        prefixItems: [
          { type: 'integer', minimum: 0, maximum: 2 ** 64 },
          money,
          { enum: ['maker', 'taker'] },
        ],
        items: false,
        minItems: 3,
      },
      OrderResult: record({
        'order!': ref('Order'),
        'trades!': { type: 'array', items: ref('Trade') },
      }),
    }),
  ),
  'wallet.json': documentOf(
    [
      method(
        'wallet_sendCalls',
        { 'request!': ref('Request') },
        { oneOf: [{ type: 'string', maxLength: 4098 }, record({ 'id!': { type: 'string' } })] },
        {
          ...examples(
            [{ request: { version: '1.0', calls: [{ to: '0x00' }, { data: '0x' }] } }, 'id'],
            [
              {
                request: {
                  version: '2.0',
                  calls: [{}],
                  capabilities: { paymaster: { url: 'u', optional: true } },
                },
              },
              { id: 'x' },
            ],
          ),
        },
      ),
      method(
        'wallet_watchAsset',
        {
          'type!': { enum: ['ERC20'] },
          'options!': record({
            'address!': { type: 'string' },
            decimals: { type: 'integer', maximum: 255 },
          }),
        },
        { type: 'boolean' },
        { ...byName, tags: [{ $ref: '#/components/tags/MetaMask' }] },
      ),
      method(
        'personal_sign',
        {
          'challenge!': { type: 'string', pattern: '^0x[a-fA-F\\d]+$' },
          'address!': { type: 'string' },
        },
        { type: 'string' },
        {
          errors: [
            { code: 4001, message: 'User rejected the request.' },
            { code: 4001, message: 'user-rejected the request' },
          ],
          ...examples([{ challenge: '0xab', address: 'x' }, 'sig']),
        },
      ),
      {
        name: 'wallet_requestPermissions',
        params: [
          {
            name: 'Permissions',
            required: true,
            schema: {
              type: 'object',
              properties: {
                eth_accounts: { type: 'object', default: {}, additionalProperties: true },
              },
              additionalProperties: { type: 'object', maxProperties: 0 },
            },
          },
        ],
        result: { $ref: '#/components/contentDescriptors/Permissions' },
        examples: [
          {
            name: 'a',
            params: [{ name: 'Permissions', value: { eth_accounts: {} } }],
            result: { name: 'r', value: [{ id: 'x', caveats: [{ type: 'c', value: [1] }] }] },
          },
        ],
      },
    ],
    {
      components: {
        tags: { MetaMask: { name: 'MetaMask' } },
        contentDescriptors: {
          Permissions: {
            name: 'PermissionsList',
            schema: {
              type: 'array',
              items: record({
                id: { type: 'string' },
                caveats: {
                  type: 'array',
                  items: record({ type: { type: 'string' }, value: {}, name: { type: 'string' } }),
                },
              }),
            },
          },
        },
        schemas: {
          Request: record({
            'version!': { enum: ['1.0', '2.0', '2.0.0'] },
            'calls!': {
              type: 'array',
              minItems: 1,
              items: record(
                { to: { type: 'string' }, data: { type: 'string' } },
                { additionalProperties: false },
              ),
            },
            capabilities: ref('Capabilities'),
          }),
          Capabilities: {
            type: 'object',
            patternProperties: {
              '^(0x)?[0-9a-z]+$': {
                type: 'object',
                properties: { optional: { type: 'boolean' } },
                additionalProperties: {},
              },
            },
            additionalProperties: false,
          },
        },
      },
    },
  ),
  'payments.yaml': `openrpc: 1.2.1
info: { title: Payments, version: 2 }
servers:
  - { name: live, url: "https://{region}.pay.example/rpc/v{version}", variables: { region: { default: eu, enum: [eu, us] }, version: { default: "2" } } }
methods:
  - name: payment.create
    paramStructure: by-name
    params:
      - { name: amount, required: true, schema: { $ref: "#/components/schemas/Money" } }
      - { name: source, required: true, schema: { $ref: "#/components/schemas/Source" } }
      - { name: metadata, schema: { type: object, additionalProperties: { type: string, maxLength: 500 }, maxProperties: 50 } }
    result: { name: payment, schema: { $ref: "#/components/schemas/Payment" } }
    errors:
      - { code: 402, message: "Card declined", data: { $ref: "#/components/schemas/Decline" } }
      - { code: 402, message: "Card declined", data: { type: string } }
      - { code: 409, message: Conflict }
    examples:
      - name: card
        params: [{ name: amount, value: { units: 10, currency: EUR } }, { name: source, value: { type: card, number: "4242" } }]
        result: { name: p, value: { id: p_1, state: pending, amount: { units: 10, currency: EUR } } }
      - name: refused
        params: [{ name: amount, value: { units: 0, currency: USD } }, { name: source, value: { type: bank, iban: X } }]
        result: { name: p, value: { id: p_2, state: failed, reason: broke, amount: { units: 0, currency: USD } } }
  - name: payment.delete
    params: [{ name: id, required: true, schema: { type: string } }]
    result: { name: none, schema: { type: object, additionalProperties: false } }
    examples: [{ name: a, params: [{ name: id, value: x }], result: { name: r, value: {} } }]
components:
  schemas:
    Currency: { type: string, enum: [EUR, USD, eur], x-unit: iso }
    Money: { type: object, required: [units, currency], additionalProperties: false, properties: { units: { type: integer, format: int64 }, nanos: { type: integer, default: 0 }, currency: { $ref: "#/components/schemas/Currency" } } }
    Source:
      oneOf:
        - { title: Card source, type: object, required: [type, number], properties: { type: { enum: [card] }, number: { type: string, x-secret: true } } }
        - { title: Bank source, type: object, required: [type, iban], properties: { type: { enum: [bank] }, iban: { type: string } } }
      discriminator: type
    Payment:
      type: object
      required: [id, state, amount]
      properties: { id: { type: string }, state: { enum: [pending, paid, failed] }, amount: { $ref: "#/components/schemas/Money" }, reason: { type: string }, refunds: { type: array, items: { $ref: "#/components/schemas/Payment" } } }
      if: { properties: { state: { const: failed } } }
      then: { required: [reason] }
      else: { not: { required: [reason] } }
    Decline: { type: object, required: [code], properties: { code: { type: string } }, dependentRequired: { retry: [after] } }
`,
  'chat.json': documentOf(
    [
      {
        name: 'message.send',
        params: { to: 'string', body: { oneOf: [{ $ref: '#/components/schemas/Body' }] } },
        result: { $ref: '#/components/schemas/Message' },
        tags: 'chat',
        examples: {
          hello: {
            params: { to: 'a', body: { text: 'hi' } },
            result: { value: { id: 1, body: { text: 'hi' } } },
          },
        },
      },
      {
        name: 'message.react',
        params: {
          type: 'object',
          required: ['id', 'emoji'],
          properties: { id: { type: 'int' }, emoji: { enum: ['👍', '👎', '❤️', '🧑‍💻'] } },
        },
        errors: { '-32001': 'No such message' },
      },
      {
        name: 'typing',
        params: [{ name: 'room', schema: 'string', required: 'true' }],
        deprecated: 'use presence',
      },
    ],
    {
      info: 'Chat',
      servers: 'https://chat.example/rpc',
      ...schemas({
        Body: { properties: { text: { type: 'String', required: true } } },
        Message: record({ id: 'int64', body: ref('Body') }),
      }),
    },
  ),
  'sensors.json': documentOf([
    method(
      'read',
      {
        'ids!': {
          type: 'array',
          items: { type: 'string', format: 'uuid' },
          minItems: 1,
          maxItems: 2,
        },
        since: { type: 'string', format: 'date-time' },
      },
      {
        type: 'array',
        items: {
          type: 'array',
          items: [{ type: 'string', format: 'date-time' }, { type: ['number', 'null'] }],
          additionalItems: { type: 'string', format: 'x-flag' },
        },
      },
      examples([
        { ids: ['123e4567-e89b-12d3-a456-426614174000'] },
        [
          ['2020-01-01T00:00:00Z', null, 'stale'],
          ['2020-01-01T00:00:00.5+02:00', 1e-9],
        ],
      ]),
    ),
    method(
      'calibrate',
      {
        'matrix!': {
          type: 'array',
          items: { type: 'array', items: { type: 'number' }, minItems: 3, maxItems: 3 },
          minItems: 3,
          maxItems: 3,
        },
        mode: { const: { a: [1, null], b: { c: true } } },
      },
      { const: ['ok', { at: 0 }] },
      examples([
        {
          matrix: [
            [1, 0, 0],
            [0, 1, 0],
            [0, 0, 1],
          ],
          mode: { b: { c: true }, a: [1, null] },
        },
        ['ok', { at: 0 }],
      ]),
    ),
    method(
      'limits',
      {},
      record({
        u: { type: 'integer', minimum: -(2 ** 63), maximum: 2 ** 63 },
        f: { type: 'number', format: 'double', minimum: 5e-324 },
        m: { type: 'number', multipleOf: 0.01 },
        z: { type: 'integer', multipleOf: 1e18 },
      }),
      examples([{}, { u: 5, f: 0.5, m: 0.25, z: 0 }]),
    ),
  ]),
}
