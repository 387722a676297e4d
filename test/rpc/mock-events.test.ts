import { mockDocuments } from '@rpcloom/mock'
import { pair } from '@rpcloom/rpc/channels'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { eventsOf } from '../peer/channel-events.ts'

const document = {
  openrpc: '1.3.2',
  info: { title: 'Chain', version: '1' },
  'x-group': { key: 'chain', path: '/', transports: ['http', 'ws'] },
  methods: [
    {
      name: 'height',
      params: [],
      result: { name: 'height', schema: { type: 'string' } },
      examples: [{ name: 'one', params: [], result: { name: 'height', value: '0x20' } }],
      'x-mock': { counts: { counter: 'height', step: 0 } },
    },
    {
      name: 'subscribe',
      params: [{ name: 'kind', required: true, schema: { enum: ['heads', 'texts'] } }],
      result: { name: 'id', schema: { type: 'string' } },
      'x-subscription': {
        notification: 'subscription',
        unsubscribe: 'unsubscribe',
        kinds: [
          {
            name: 'heads',
            params: [],
            payload: {
              type: 'object',
              required: ['number'],
              properties: { number: { type: 'string', pattern: '^0x[0-9a-f]+$' } },
            },
            'x-mock': { counts: { counter: 'height', member: 'number' } },
          },
          { name: 'texts', params: [], payload: { type: 'string', format: 'date-time' } },
        ],
      },
    },
    {
      name: 'unsubscribe',
      params: [{ name: 'id', required: true, schema: { type: 'string' } }],
      result: { name: 'ended', schema: { type: 'boolean' } },
    },
  ],
} as const

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function connected(settings: Parameters<typeof mockDocuments>[1]) {
  const mock = mockDocuments([document], settings)
  const received: { readonly result?: unknown; readonly params?: { readonly result: unknown } }[] =
    []
  const [connection, far] = pair()
  mock.server.attach(far, { transport: 'ws' })
  connection.listen(
    eventsOf((text) => received.push(JSON.parse(text) as (typeof received)[number])),
  )
  let id = 0
  const call = async (method: string, ...params: unknown[]): Promise<unknown> => {
    connection.send(JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params }))
    await vi.advanceTimersByTimeAsync(0)
    return received.at(-1)?.result
  }
  const events = (): unknown[] => received.flatMap(({ params }) => params?.result ?? [])
  return { mock, connection, call, events }
}

test('events are generated, and their numbers continue from those of the methods', async () => {
  const { call, events } = connected({ eventsEveryMs: 100 })
  await call('subscribe', 'heads')
  expect(events()).toEqual([])
  await vi.advanceTimersByTimeAsync(350)
  expect(events()).toEqual([{ number: '0x21' }, { number: '0x22' }, { number: '0x23' }])
  expect(await call('height')).toBe('0x23')
})

test('events of a seed are the same, and no two of a topic are equal', async () => {
  const received: (readonly unknown[])[] = []
  for (const seed of [1, 1, 2]) {
    const { call, events, connection } = connected({ eventsEveryMs: 10, seed })
    await call('subscribe', 'texts')
    await vi.advanceTimersByTimeAsync(35)
    connection.close()
    received.push(events())
  }
  expect(received[0]).toHaveLength(3)
  expect(new Set(received[0]).size).toBe(3)
  expect(received[1]).toEqual(received[0])
  expect(received[2]).not.toEqual(received[0])
})

test('no events are generated unless enabled, or without subscribers', async () => {
  const silent = connected({})
  await silent.call('subscribe', 'heads')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(silent.events()).toEqual([])

  const { call, events, connection } = connected({ eventsEveryMs: 10 })
  const id = await call('subscribe', 'heads')
  await vi.advanceTimersByTimeAsync(25)
  await call('unsubscribe', id)
  await vi.advanceTimersByTimeAsync(100)
  expect(events()).toHaveLength(2)
  connection.close()
  expect(vi.getTimerCount()).toBe(0)
})

test.each([0, -1, Number.NaN, 2 ** 31])('an interval of %s is rejected', (eventsEveryMs) => {
  expect(() => mockDocuments([document], { eventsEveryMs })).toThrow(TypeError)
})

test.each<[string, Parameters<typeof mockDocuments>[1], RegExp]>([
  ['a latency below nothing', { latency: -5 }, /-5/],
  ['jitter below nothing', { latency: { milliseconds: 5, jitter: -1 } }, /4/],
  ['a latency that no timer has', { latency: 2 ** 31 }, /2147483648/],
])('%s is rejected', (_, settings, message) => {
  expect(() => mockDocuments([document], settings)).toThrow(message)
})

test('records of an unknown collection are rejected', async () => {
  const mock = mockDocuments([document], { records: { heigth: [{}] } })
  await expect(mock.ready()).rejects.toThrow(/heigth/)
})
