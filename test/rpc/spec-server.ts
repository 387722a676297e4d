import { createDispatcher, type Dispatcher } from '@rpcloom/rpc/server'
import { group, method } from './server-fixture.ts'

/** The group for the examples in section 7 of the JSON-RPC 2.0 specification. */
export const specServer: Dispatcher = createDispatcher({
  groups: [
    group({
      key: 'spec',
      path: '/spec',
      transports: ['http', 'ws'],
      methods: [
        method({ name: 'subtract', order: ['minuend', 'subtrahend'], structure: 'either' }),
        method({ name: 'update', order: ['a', 'b', 'c', 'd', 'e'], structure: 'either' }),
        method({ name: 'sum', order: ['a', 'b', 'c'], structure: 'by-position' }),
        method({ name: 'notify_hello', member: 'hello', order: ['n'], structure: 'either' }),
        method({ name: 'notify_sum', member: 'sum', order: ['a', 'b', 'c'], structure: 'either' }),
        method({ name: 'get_data', member: 'data' }),
      ],
    }),
  ],
  handlers: {
    spec: {
      subtract: ({ minuend, subtrahend }: Record<string, number>) =>
        Number(minuend) - Number(subtrahend),
      update: () => null,
      sum: async (params: Record<string, number>) =>
        Object.values(params).reduce((a, b) => a + b, 0),
      hello: () => null,
      data: () => ['hello', 5],
    },
  },
})

export type Case = readonly [name: string, text: string, want: unknown]

const invalid = { jsonrpc: '2.0', error: { code: -32600, message: 'Invalid Request' }, id: null }
const parse = { jsonrpc: '2.0', error: { code: -32700, message: 'Parse error' }, id: null }

/** Every example in section 7 of the JSON-RPC 2.0 specification. */
export const examples: readonly Case[] = [
  [
    'positional params',
    '{"jsonrpc":"2.0","method":"subtract","params":[42,23],"id":1}',
    { jsonrpc: '2.0', result: 19, id: 1 },
  ],
  [
    'positional params, swapped',
    '{"jsonrpc":"2.0","method":"subtract","params":[23,42],"id":2}',
    { jsonrpc: '2.0', result: -19, id: 2 },
  ],
  [
    'named params',
    '{"jsonrpc":"2.0","method":"subtract","params":{"subtrahend":23,"minuend":42},"id":3}',
    { jsonrpc: '2.0', result: 19, id: 3 },
  ],
  ['a notification', '{"jsonrpc":"2.0","method":"update","params":[1,2,3,4,5]}', undefined],
  ['a notification of nothing', '{"jsonrpc":"2.0","method":"foobar"}', undefined],
  [
    'an unknown method',
    '{"jsonrpc":"2.0","method":"foobar","id":"1"}',
    { jsonrpc: '2.0', error: { code: -32601, message: 'Method not found' }, id: '1' },
  ],
  ['broken JSON', '{"jsonrpc":"2.0","method":"foobar,"params":"bar","baz]', parse],
  ['an invalid request', '{"jsonrpc":"2.0","method":1,"params":"bar"}', invalid],
  [
    'a broken batch',
    '[{"jsonrpc":"2.0","method":"sum","params":[1,2,4],"id":"1"},{"jsonrpc":"2.0","method"]',
    parse,
  ],
  ['an empty batch', '[]', invalid],
  ['a batch of one invalid entry', '[1]', [invalid]],
  ['a batch of invalid entries', '[1,2,3]', [invalid, invalid, invalid]],
  [
    'a mixed batch',
    '[{"jsonrpc":"2.0","method":"sum","params":[1,2,4],"id":"1"},{"jsonrpc":"2.0","method":"notify_hello","params":[7]},{"jsonrpc":"2.0","method":"subtract","params":[42,23],"id":"2"},{"foo":"boo"},{"jsonrpc":"2.0","method":"foo.get","params":{"name":"myself"},"id":"5"},{"jsonrpc":"2.0","method":"get_data","id":"9"}]',
    [
      { jsonrpc: '2.0', result: 7, id: '1' },
      { jsonrpc: '2.0', result: 19, id: '2' },
      invalid,
      { jsonrpc: '2.0', error: { code: -32601, message: 'Method not found' }, id: '5' },
      { jsonrpc: '2.0', result: ['hello', 5], id: '9' },
    ],
  ],
  [
    'a batch of notifications',
    '[{"jsonrpc":"2.0","method":"notify_sum","params":[1,2,4]},{"jsonrpc":"2.0","method":"notify_hello","params":[7]}]',
    undefined,
  ],
]
