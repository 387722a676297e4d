import { describe, expect, test } from 'vitest'
import { executionLimit, WINDOW_MS } from '../../packages/node/src/execution-limit.ts'
import { running } from './c-chain/running.ts'
import { openNode } from './open-node.ts'

type Call = Parameters<ReturnType<typeof executionLimit>>[0]

/** A limit of 1000 ms with a clock and an event loop that the test moves. */
function limited(): {
  readonly spend: (ms: number) => void
  readonly wait: (ms: number) => void
  readonly call: (remote: string | undefined, work?: () => unknown) => unknown
} {
  let [now, busy] = [0, 0]
  const middleware = executionLimit({ limitMs: 1000, now: () => now, busy: () => busy })
  return {
    spend(ms) {
      now += ms
      busy += ms
    },
    wait: (ms) => (now += ms),
    // Safe cast: the middleware reads the address only.
    call: (remote, work = () => 'result') => middleware({ ctx: { remote } } as Call, work),
  }
}

describe('the execution time of a client', () => {
  test('is limited, and forgotten after a while', () => {
    const { spend, wait, call } = limited()
    expect(call('192.0.2.1', () => spend(1500))).toBeUndefined()
    expect(() => call('192.0.2.1')).toThrow(/retry in \d+ ms/)
    let retryAfterMs = 0
    try {
      call('192.0.2.1')
    } catch (error) {
      const { code, data } = error as {
        readonly code: number
        readonly data: { readonly reason: string; readonly retryAfterMs: number }
      }
      expect([code, data.reason]).toEqual([-32_005, 'executionTimeExceeded'])
      ;({ retryAfterMs } = data)
    }
    expect(retryAfterMs).toBeLessThanOrEqual(WINDOW_MS)
    expect(call('192.0.2.2')).toBe('result')
    wait(retryAfterMs)
    expect(call('192.0.2.1')).toBe('result')
  })

  test('does not include time in which nothing runs', async () => {
    const { spend, wait, call } = limited()
    const waiting = resolvers()
    const result = call('192.0.2.1', () => waiting.promise)
    wait(60_000)
    spend(10)
    waiting.resolve('late')
    expect(await result).toBe('late')
    expect(call('192.0.2.1')).toBe('result')
  })

  test('includes the time of worker threads', () => {
    const worked = new Set<(address: string, milliseconds: number) => void>()
    const middleware = executionLimit({ limitMs: 1000, worked, now: () => 0, busy: () => 0 })
    const call = (remote: string): unknown =>
      middleware({ ctx: { remote } } as Call, () => 'result')
    expect(call('192.0.2.1')).toBe('result')
    for (const listener of worked) listener('192.0.2.1', 1500)
    expect(() => call('192.0.2.1')).toThrow(/retry in \d+ ms/)
    expect(call('192.0.2.2')).toBe('result')
  })

  test('is shared by calls at the same time', async () => {
    const { spend, call } = limited()
    const open = Array.from({ length: 16 }, resolvers)
    const heavy = open.map(({ promise }) => call('192.0.2.1', () => promise))
    const other = resolvers()
    const light = call('192.0.2.2', () => other.promise)
    spend(1800)
    for (const { resolve } of [...open, other]) resolve(undefined)
    await Promise.all([...heavy, light])
    // Each of the two clients was charged 900 ms.
    expect(call('192.0.2.2', () => spend(200))).toBeUndefined()
    expect(() => call('192.0.2.2')).toThrow('Too much execution time')
    expect(call('192.0.2.1')).toBe('result')
  })

  test.each([
    ['::ffff:192.0.2.1', '192.0.2.1', true],
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff:1:2:3', true],
    ['2001:db8::1', '2001:db8:0:0:1::', true],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['192.0.2.1', '192.0.2.2', false],
  ])('of %s and %s counts together: %s', (one, other, isSame) => {
    const { spend, call } = limited()
    call(one, () => spend(2000))
    if (isSame) expect(() => call(other)).toThrow('Too much execution time')
    else expect(call(other)).toBe('result')
  })

  test('does not include that of failed calls twice, and includes calls without an address never', () => {
    const { spend, call } = limited()
    expect(() =>
      call('192.0.2.1', () => {
        spend(700)
        throw new Error('failed')
      }),
    ).toThrow('failed')
    expect(call('192.0.2.1')).toBe('result')
    call(undefined, () => spend(5000))
    expect(call(undefined)).toBe('result')
  })
})

function resolvers(): {
  readonly promise: Promise<unknown>
  readonly resolve: (value: unknown) => void
} {
  let resolve: (value: unknown) => void = () => {}
  const promise = new Promise((settle) => (resolve = settle))
  return { promise, resolve }
}

const loop = [{ data: '0x5b600056', gas: '0x30d40' }, 'latest']

test('a public node refuses the calls of a client that takes too much of its time', async () => {
  const { url } = await openNode({
    memory: true,
    port: 0,
    public: true,
    clientExecutionMs: 5,
    logLevel: 'error',
  })
  const calls = Array.from({ length: 40 }, (_, id) => ({
    jsonrpc: '2.0',
    id,
    method: 'eth_call',
    params: loop,
  }))
  const replies = await batch(`${url}/ext/bc/C/rpc`, calls)
  const refused = replies.filter(({ error }) => error?.code === -32_005)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused[0]?.error?.data).toMatchObject({ reason: 'executionTimeExceeded' })
})

test('a node for its own users has no such limit', async () => {
  const node = await running({})
  const calls = Array.from({ length: 40 }, (_, id) => ({
    jsonrpc: '2.0',
    id,
    method: 'eth_call',
    params: loop,
  }))
  const replies = await batch(node.url, calls)
  await node.close()
  expect(replies.filter(({ error }) => error?.code === -32_005)).toEqual([])
})

interface Reply {
  readonly error?: { readonly code: number; readonly data?: unknown }
}

async function batch(url: string, calls: readonly unknown[]): Promise<readonly Reply[]> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(calls),
  })
  return (await response.json()) as readonly Reply[]
}
