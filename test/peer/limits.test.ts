import { describe, expect, onTestFinished, test } from 'vitest'
import { type Channel, pair, socket } from '@rpcloom/rpc/channels'
import { listen } from '@rpcloom/rpc/node'
import { isRpcError } from '@rpcloom/rpc'
import { clientOf, handlersOf, type Program, serverGroup, serverOf } from './ends.mjs'
import { eventsOf } from './channel-events.ts'

/** Returns the end of a pair whose messages the test writes and reads, and the server at the other end. */
function raw(options: Parameters<typeof serverOf>[0] = {}): {
  readonly near: Channel
  readonly received: { readonly id?: unknown; readonly error?: { readonly code: number } }[]
} {
  const [near, far] = pair()
  serverOf(options).attach(far)
  const received: ReturnType<typeof raw>['received'] = []
  near.listen(
    eventsOf(
      (text) => received.push(JSON.parse(text) as (typeof received)[number]),
      () => received.push({ id: 'ended' }),
    ),
  )
  return { near, received }
}

const request = (id: number, method: string, params: object = {}): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params })

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('calls that call back', () => {
  test.each([1, 100, 101, 200, 1000, 10_000])('%d in flight at one end', async (count) => {
    const [near, far] = pair()
    serverOf({ limits: { concurrency: 30_000 } }).attach(far)
    const peer = clientOf(near)
    const calls = Array.from({ length: count }, (_, value) => peer.back({ value, ms: 1 }))
    expect(await Promise.all(calls)).toEqual(calls.map((_, value) => value * 2 + 1))
  })

  test('5000 that waited, and whose handlers call at once', async () => {
    const [near, far] = pair()
    serverOf({ limits: { concurrency: 30_000 } }).attach(far)
    const peer = clientOf(near)
    const ms = 20
    const calls = Array.from({ length: 5000 }, (_, value) =>
      peer.back(value < 100 ? { value, ms } : { value }),
    )
    expect(await Promise.all(calls)).toEqual(calls.map((_, value) => value * 2 + 1))
  })

  test.each([1, 150, 2000])('%d in flight at both ends', async (count) => {
    const [near, far] = pair()
    const program = serverOf().attach(far).client as Program
    const peer = clientOf(near)
    const one = Array.from({ length: count }, (_, value) => peer.back({ value, ms: 1 }))
    const other = Array.from({ length: count }, (_, value) => program.callBack({ value }))
    const want = one.map((_, value) => value * 2 + 1)
    expect(await Promise.all(one)).toEqual(want)
    expect(await Promise.all(other)).toEqual(want)
  })
})

describe('limits.messages', () => {
  const limits = { messages: 2, bodyBytes: 1000 }

  test('further calls wait, and start in order', async () => {
    const waiting: (() => void)[] = []
    const started: number[] = []
    const echo = ({ value }: { readonly value: number }): Promise<void> => {
      started.push(value)
      return new Promise((resolve) => waiting.push(resolve))
    }
    const { near, received } = raw({ limits, handlers: { ...handlersOf(), echo } })
    for (let id = 1; id <= 5; id++) near.send(request(id, 'echo', { value: id }))
    await expect.poll(() => started).toEqual([1, 2])
    waiting[1]?.()
    await expect.poll(() => started).toEqual([1, 2, 3])
    for (const finish of waiting) finish()
    await expect.poll(() => waiting.length).toBe(5)
    for (const finish of waiting) finish()
    await expect.poll(() => received.map(({ id }) => id)).toEqual([2, 1, 3, 4, 5])
    expect(started).toEqual([1, 2, 3, 4, 5])
  })

  test('calls over the size of the queue are refused with -32005', async () => {
    const { near, received } = raw({ limits })
    for (let id = 1; id <= 20; id++) near.send(request(id, 'hang'))
    near.send(`[${request(21, 'hang')},${request(22, 'echo')}]`)
    near.send('{"jsonrpc":"2.0","method":"note","params":{"n":1}}')
    const refused = (): typeof received =>
      received.flatMap((one) => (Array.isArray(one) ? (one as typeof received) : one))
    await expect.poll(() => refused().at(-1)?.id).toBe(22)
    expect(refused().length).toBeGreaterThan(5)
    expect(refused().length).toBeLessThan(20)
    expect(refused().map(({ error }) => error?.code)).toEqual(refused().map(() => -32005))
  })

  test('responses and cancellations are read when no more calls are', async () => {
    const { near, received } = raw({ limits })
    near.send(request(1, 'back', { value: 1 }))
    for (let id = 2; id <= 20; id++) near.send(request(id, 'hang'))
    await turn()
    const { id } = received.find((one) => 'method' in one) ?? {}
    near.send(JSON.stringify({ jsonrpc: '2.0', id, result: 2 }))
    near.send('{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":2}}')
    await expect.poll(() => received.find((one) => one.id === 1)).toMatchObject({ result: 3 })
    await expect.poll(() => received.find((one) => one.id === 2)?.error?.code).toBe(-32800)
  })
})

test('a message over limits.bodyBytes closes the channel', async () => {
  const { near, received } = raw({ limits: { bodyBytes: 1000 } })
  near.send(request(1, 'echo', { value: 'x'.repeat(1000) }))
  await expect.poll(() => received).toEqual([{ id: 'ended' }])
})

test('a WebSocket of a server receives responses up to limits.responseBytes', async () => {
  const groups = [{ ...serverGroup, transports: ['http', 'ws'] as const }]
  const limits = { bodyBytes: 1000, responseBytes: 10_000 }
  const length = (_params: object, { client }: { readonly client: Program }): unknown =>
    client.twice({ value: 1 }).then((text) => String(text).length)
  const handlers = { ...handlersOf(), hang: length }
  const server = await listen(serverOf({ groups, limits, handlers }))
  onTestFinished(() => server.close())
  const url = `ws://127.0.0.1:${server.port}/editor`
  const peer = clientOf(socket(url), { handlers: { twice: () => 'x'.repeat(5000) } })
  expect(await peer.hang()).toBe(5000)
  await expect(peer.echo({ value: 'x'.repeat(5000) })).rejects.toThrow('1009')
  await peer.close()
})

test('a message with too many values is refused before it is parsed', async () => {
  const { near, received } = raw({ limits: { values: 50_000 } })
  near.send(request(1, 'echo', { value: Array.from({ length: 60_000 }, () => 1) }))
  await expect.poll(() => received[0]).toMatchObject({ id: null, error: { code: -32700 } })
})

describe('a channel whose other end does not read', () => {
  function slow(options: Parameters<typeof serverOf>[0]): {
    readonly sent: string[]
    readonly states: string[]
    readonly channel: Channel & { bufferedAmount: number }
    receive(text: string): void
  } {
    const sent: string[] = []
    const states: string[] = []
    let receive = (_text: string): void => {}
    const channel = {
      bufferedAmount: 0,
      send: (text: string) => void sent.push(text),
      listen(events: Parameters<Channel['listen']>[0]) {
        receive = (text) => events.text(text)
      },
      close: (code?: number) => void states.push(`closed ${code}`),
      pause: () => void states.push('paused'),
      resume: () => void states.push('resumed'),
    }
    serverOf(options).attach(channel)
    return { sent, states, channel, receive: (text) => receive(text) }
  }

  test('starts no calls until it reads, and stops reading when too many wait', async () => {
    const { sent, states, channel, receive } = slow({
      limits: { bufferedBytes: 10, bodyBytes: 1000 },
    })
    receive(request(1, 'echo', { value: 1 }))
    await expect.poll(() => sent.length).toBe(1)
    channel.bufferedAmount = 100
    for (let id = 2; id <= 5; id++) receive(request(id, 'echo', { value: 1 }))
    await turn()
    expect(sent.length).toBe(1)
    expect(states.filter((state) => state === 'paused')).toEqual([])
    for (let id = 6; id <= 12; id++) receive(request(id, 'echo', { value: 1 }))
    expect(states.at(-1)).toBe('paused')
    channel.bufferedAmount = 0
    await expect.poll(() => sent.length).toBe(12)
    expect(states.at(-1)).toBe('resumed')
  })

  test('is closed when it has not read for too long, or sends too much meanwhile', async () => {
    const limits = { bufferedBytes: 10, bodyBytes: 1000, stallMs: 50 }
    const stalled = slow({ limits })
    stalled.channel.bufferedAmount = 100
    stalled.receive(request(1, 'echo'))
    await expect.poll(() => stalled.states.at(-1)).toBe('closed 1013')
    const flooding = slow({ limits: { ...limits, stallMs: 60_000 } })
    flooding.channel.bufferedAmount = 1100
    for (let id = 1; id <= 30; id++) flooding.receive(request(id, 'echo'))
    await expect.poll(() => flooding.states.at(-1)).toBe('closed 1013')
  })
})

test('without a connection, the caller cannot be called', async () => {
  const server = serverOf()
  const answer = await server.handle(request(1, 'back', { value: 1 }), { path: '/editor' })
  expect(JSON.parse(answer ?? '')).toMatchObject({ error: { code: -32603 } })
  const errors: unknown[] = []
  const back = async (_params: object, ctx: { readonly client: Program }): Promise<void> => {
    await ctx.client.twice({ value: 1 }).catch((error: unknown) => errors.push(error))
  }
  await serverOf({ handlers: { ...handlersOf(), back } }).handle(request(1, 'back'))
  expect(String(errors[0])).toContain('The caller cannot be called')
  expect(isRpcError(errors[0])).toBe(false)
})
