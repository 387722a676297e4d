import { createDispatcher, type Dispatcher } from '../../packages/rpc/src/server/index.ts'
import { group, method } from './server-fixture.ts'

/** The one group of the examples in section 7 of the JSON-RPC 2.0 specification. */
export const specServer: Dispatcher = createDispatcher({
  groups: [
    group({
      key: 'spec',
      path: '/spec',
      transports: ['http', 'ws'],
      methods: [
        method({ wire: 'subtract', order: ['minuend', 'subtrahend'], structure: 'either' }),
        method({ wire: 'update', order: ['a', 'b', 'c', 'd', 'e'], structure: 'either' }),
        method({ wire: 'sum', order: ['a', 'b', 'c'], structure: 'by-position' }),
        method({ wire: 'notify_hello', member: 'hello', order: ['n'], structure: 'either' }),
        method({ wire: 'notify_sum', member: 'sum', order: ['a', 'b', 'c'], structure: 'either' }),
        method({ wire: 'get_data', member: 'data' }),
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
