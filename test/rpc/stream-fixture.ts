import type { Dispatcher, DispatcherOptions, ServerGroup } from '@rpcloom/rpc/server'
import { big } from '@rpcloom/rpc/codegen'
import { createDispatcher, type Context } from '@rpcloom/rpc/server'
import { group, method } from './server-fixture.ts'

const onSocket = { http: 'absent', ws: 'public' } as const

const topics = [
  { name: 'ticks', member: 'ticks', order: ['count'], event: { n: big } },
  { name: 'picky', member: 'picky', order: ['flag'] },
  { name: 'flood', member: 'flood', order: ['bytes'] },
  ...['failing', 'refusing', 'waiting', 'stubborn', 'hostile', 'unhandled'].map((name) => ({
    name,
    member: name,
    order: [],
  })),
]

/** A group with calls and subscriptions over WebSocket, like an EVM endpoint. */
export const feeds: ServerGroup = group({
  key: 'feeds',
  path: '/rpc',
  wsPath: '/ws',
  transports: ['http', 'ws'],
  methods: [
    method({
      name: 'eth_subscribe',
      namespace: 'eth',
      member: 'subscribe',
      order: ['kind', 'options'],
      required: ['kind'],
      structure: 'by-position',
      availability: onSocket,
      subscription: {
        notification: 'eth_subscription',
        unsubscribe: 'eth_unsubscribe',
        topics: {},
      },
      topics,
    }),
    method({
      name: 'eth_unsubscribe',
      namespace: 'eth',
      member: 'unsubscribe',
      order: ['id'],
      required: ['id'],
      structure: 'by-position',
      availability: onSocket,
    }),
    method({
      name: 'eth_echo',
      namespace: 'eth',
      member: 'echo',
      order: ['value'],
      structure: 'by-position',
    }),
    method({
      name: 'eth_slow',
      namespace: 'eth',
      member: 'slow',
      order: ['ms'],
      structure: 'by-position',
    }),
    method({ name: 'eth_hang', namespace: 'eth', member: 'hang', structure: 'by-position' }),
  ],
  document: () => ({
    openrpc: '1.3.2',
    info: { title: 'feeds', version: '1' },
    methods: [
      {
        name: 'eth_subscribe',
        params: [{ name: 'kind', required: true, schema: { type: 'string' } }],
        'x-subscription': {
          notification: 'eth_subscription',
          unsubscribe: 'eth_unsubscribe',
          kinds: [
            {
              name: 'ticks',
              params: [],
              payload: { properties: { n: { type: 'string', maxLength: 1 } } },
            },
            {
              name: 'picky',
              params: [{ name: 'flag', required: true, schema: { type: 'boolean' } }],
            },
          ],
        },
      },
    ],
  }),
})

/** A value that throws on every access. */
export const hostile: unknown = new Proxy(
  {},
  {
    get: () => {
      throw new Error('secret detail')
    },
    getPrototypeOf: () => {
      throw new Error('secret detail')
    },
  },
)

export class Seen {
  readonly ended: string[] = []
  readonly aborted: string[] = []
  yielded = 0
  open = 0
}

/** Returns a dispatcher for the group, with a record of its handlers. */
export function streaming(options: Partial<DispatcherOptions> = {}): {
  readonly dispatcher: Dispatcher
  readonly seen: Seen
} {
  const seen = new Seen()
  const eth = {
    echo: ({ value = null }: { value?: unknown }) => value,
    async slow({ ms }: { ms: number }) {
      seen.open++
      await new Promise((resolve) => setTimeout(resolve, ms))
      seen.open--
      return ms
    },
    hang(_: object, ctx: Context) {
      seen.open++
      return new Promise((_resolve, reject) => {
        ctx.signal.addEventListener('abort', () => {
          seen.open--
          seen.aborted.push(ctx.method)
          reject(new Error('gone'))
        })
      })
    },
    async *ticks({ count = 3 }: { count?: number }) {
      try {
        for (let n = 1; n <= count; n++) {
          await new Promise((resolve) => setTimeout(resolve, 1))
          yield { n: BigInt(n) }
        }
      } finally {
        seen.ended.push('ticks')
      }
    },
    picky: ({ flag }: { flag: boolean }) => [flag],
    *flood({ bytes = 1000 }: { bytes?: number }) {
      try {
        for (;;) {
          seen.yielded++
          yield 'x'.repeat(bytes)
        }
      } finally {
        seen.ended.push('flood')
      }
    },
    async *failing() {
      yield 1
      throw new Error('secret detail')
    },
    refusing: () => Promise.reject(new Error('secret detail')),
    *stubborn() {
      try {
        for (;;) yield 1
      } finally {
        seen.ended.push('stubborn')
        // oxlint-disable-next-line no-unsafe-finally
        throw new Error('will not go')
      }
    },
    async *hostile() {
      yield 1
      throw hostile
    },
    async *waiting(_: object, ctx: Context) {
      try {
        yield 'first'
        await new Promise((resolve) => ctx.signal.addEventListener('abort', resolve))
      } finally {
        seen.ended.push('waiting')
      }
    },
  }
  const dispatcher = createDispatcher({
    groups: [feeds],
    handlers: { feeds: { eth } },
    log: () => undefined,
    ...options,
  })
  return { dispatcher, seen }
}
