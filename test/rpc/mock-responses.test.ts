import { describe, expect, it, vi } from 'vitest'
import { RpcError } from '@rpcloom/rpc'
import { buildMock } from '@rpcloom/mock'
import type { MethodMock, MockBase } from '@rpcloom/mock'
import { listen } from '@rpcloom/rpc/node'
import { big } from '@rpcloom/rpc/codegen'
import { errorFactories } from '@rpcloom/rpc/codegen/server'
import { createDispatcher, type ServerGroup } from '@rpcloom/rpc/server'
import { group, method } from './server-fixture.ts'

const uint64 = { type: ['string', 'integer'], format: 'uint64' }
const result = {
  name: 'r',
  schema: { type: 'object', required: ['height'], properties: { height: uint64 } },
}

const described = {
  openrpc: '1.3.2',
  info: { title: 'p', version: '1' },
  methods: [
    {
      name: 'p.getBlock',
      params: [{ name: 'height', required: true, schema: uint64 }],
      result,
      examples: [1, '2'].map((height) => ({
        name: String(height),
        params: [{ name: 'height', value: height }],
        result: { name: 'r', value: { height } },
      })),
    },
    { name: 'p.getHeight', params: [], result },
  ],
}

const p: ServerGroup = group({
  key: 'p',
  methods: [
    method({
      name: 'p.getBlock',
      order: ['height'],
      required: ['height'],
      params: { height: big },
      result: { height: big },
    }),
    method({
      name: 'p.getHeight',
      result: { height: big },
      enabledBy: { setting: 's', default: false },
    }),
  ],
  document: () => described,
})
const eth: ServerGroup = group({
  key: 'c',
  methods: [
    method({ name: 'eth_poke', namespace: 'eth', member: 'poke', returns: 'empty' }),
    method({ name: 'net_toString', namespace: 'net', member: 'toString' }),
  ],
})

interface Block {
  readonly height: bigint | number | string
}
interface TestMock extends MockBase {
  readonly p: {
    readonly getBlock: MethodMock<{ readonly height: bigint }, Block, 'noBlock'>
    readonly getHeight: MethodMock<object, Block>
  }
  readonly c: {
    readonly eth: { readonly poke: MethodMock<object, void> }
    readonly net: { readonly toString: MethodMock<object, string> }
  }
}

function mockWith(settings: Parameters<typeof buildMock>[1] = {}): TestMock {
  return buildMock<TestMock>(
    {
      groups: [p, eth],
      errors: {
        p: errorFactories(
          { noBlock: { code: -32000, message: 'no such block' } },
          { getBlock: ['noBlock'] },
        ),
      },
      createServer: (handlers, options) => {
        const dispatcher = createDispatcher({
          ...options,
          groups: [p, eth],
          handlers: { ...handlers },
        })
        return Object.assign(dispatcher, { listen: () => listen(dispatcher) })
      },
    },
    { log: () => undefined, ...settings },
  )
}

async function call(mock: TestMock, name: string, params?: unknown): Promise<unknown> {
  const answer = JSON.parse(
    (await mock.handle(JSON.stringify({ jsonrpc: '2.0', id: 1, method: name, params }))) ?? 'null',
  ) as { readonly result?: unknown; readonly error?: unknown }
  return answer.error ?? answer.result
}

const block = (mock: TestMock, height: unknown): Promise<unknown> =>
  call(mock, 'p.getBlock', { height })

describe('a mock returns by default', () => {
  it('the example with the same params, in any form', async () => {
    const mock = mockWith()
    expect(await block(mock, 1)).toEqual({ height: 1 })
    expect(await block(mock, '1')).toEqual({ height: 1 })
    expect(await block(mock, 2)).toEqual({ height: '2' })
  })

  it('a valid value if no example has the params, which echoes them', async () => {
    expect(await block(mockWith(), 3)).toEqual({ height: 3 })
  })

  it('a value determined by the seed if there is no example, also for methods that are off by default', async () => {
    const [a, b, c] = await Promise.all(
      [1, 1, 2].map((seed) => call(mockWith({ seed }), 'p.getHeight')),
    )
    expect(a).toMatchObject({ height: expect.stringMatching(/^\d+$/) })
    expect(b).toEqual(a)
    expect(c).not.toEqual(a)
  })

  it('no result for invalid params, which are not logged either', async () => {
    const mock = mockWith()
    expect(await block(mock, 'x')).toMatchObject({ code: -32602 })
    expect(mock.calls()).toEqual([])
  })

  it('the result of a handler, called as a member, rather than an example', async () => {
    class Chain {
      readonly tip = 7n
      getBlock({ height }: { readonly height: bigint }): Block {
        return { height: this.tip + height }
      }
    }
    const mock = mockWith({ handlers: { p: new Chain() } })
    expect(await block(mock, '5')).toEqual({ height: '12' })
    mock.p.getBlock.once({ height: 1 })
    expect(await block(mock, '5')).toEqual({ height: '1' })
    expect(await block(mock, '5')).toEqual({ height: '12' })
  })

  it('nothing for methods that the settings disable', async () => {
    const mock = mockWith({ enabled: (_setting, fallback) => fallback })
    expect(await call(mock, 'p.getHeight')).toMatchObject({ code: -32601 })
  })
})

describe('a configured response', () => {
  it('queued responses come first, in the order of the calls; permanent ones are kept', async () => {
    const mock = mockWith()
    mock.p.getBlock.returns({ height: 10n }).once({ height: 11n }).failsOnce('noBlock')
    const answers = [
      await block(mock, 1),
      await block(mock, 1),
      await block(mock, 1),
      await block(mock, 1),
    ]
    expect(answers).toEqual([
      { height: '11' },
      { code: -32000, message: 'no such block', data: { reason: 'noBlock' } },
      { height: '10' },
      { height: '10' },
    ])
  })

  it('a sequence, whose last value is repeated', async () => {
    const mock = mockWith()
    mock.p.getHeight.sequence([{ height: 1 }, { height: 2 }])
    const answers = [1, 2, 3].map(() => call(mock, 'p.getHeight'))
    expect(await Promise.all(answers)).toEqual([{ height: '1' }, { height: '2' }, { height: '2' }])
  })

  it('a function of the decoded params, which may be asynchronous', async () => {
    const mock = mockWith()
    mock.p.getBlock.responds(async ({ height }) => ({ height: height * 2n }))
    expect(await block(mock, '9007199254740993')).toEqual({ height: '18014398509481986' })
  })

  it.each<[string, 'noBlock' | RpcError, unknown, unknown]>([
    [
      'an error of the document',
      'noBlock',
      { height: 5n },
      { code: -32000, data: { reason: 'noBlock', height: 5 } },
    ],
    ['any other error', new RpcError(-1, 'no'), undefined, { code: -1, message: 'no' }],
  ])('%s', async (_name, failure, data, want) => {
    const mock = mockWith()
    mock.p.getBlock.fails(failure, data)
    expect(await block(mock, 1)).toMatchObject(want as object)
    expect(await block(mock, 1)).toMatchObject(want as object)
  })

  it('rejects an error that is not in the document, at once', () => {
    const mock = mockWith()
    expect(() => mock.p.getBlock.fails('constructor' as 'noBlock')).toThrow(TypeError)
  })

  it('a value that cannot be encoded is an internal error, with its place in the log', async () => {
    const log = vi.fn()
    const mock = mockWith({ log })
    mock.p.getHeight.returns({ height: 1.5 })
    expect(await call(mock, 'p.getHeight')).toMatchObject({ code: -32603 })
    expect(String(log.mock.calls[0]?.[2]?.error)).toContain('/height')
  })

  it('nothing, for a method with an empty result, and members named like inherited ones', async () => {
    const mock = mockWith()
    mock.c.eth.poke.returns()
    mock.c.net.toString.returns('text')
    expect(await call(mock, 'eth_poke')).toEqual({})
    expect(await call(mock, 'net_toString')).toBe('text')
  })

  it('delayed, but in the order of the calls, and not for a disconnected client', async () => {
    vi.useFakeTimers()
    try {
      const mock = mockWith()
      mock.p.getHeight.once({ height: 1 }).delay(50)
      const first = call(mock, 'p.getHeight')
      mock.p.getHeight.delay(0).returns({ height: 2 })
      expect(await call(mock, 'p.getHeight')).toEqual({ height: '2' })
      await vi.advanceTimersByTimeAsync(50)
      expect(await first).toEqual({ height: '1' })
      const abort = new AbortController()
      mock.p.getHeight.delay(1000)
      const text = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'p.getHeight' })
      const left = mock.handle(text, { signal: abort.signal })
      abort.abort(new Error('gone'))
      expect(await left).toContain('-32603')
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('the log', () => {
  it('contains the decoded calls of a method, and is cleared by reset', async () => {
    const mock = mockWith()
    mock.p.getBlock.returns({ height: 5 })
    await block(mock, '1')
    await call(mock, 'p.getHeight')
    expect(mock.calls().map((one) => one.method)).toEqual(['p.getBlock', 'p.getHeight'])
    expect(mock.calls('p.getBlock')).toEqual(mock.p.getBlock.calls)
    expect(mock.p.getBlock.calls).toEqual([
      {
        method: 'p.getBlock',
        group: 'p',
        params: { height: 1n },
        at: {},
        transport: 'memory',
        id: 1,
      },
    ])
    mock.reset()
    expect(mock.calls()).toEqual([])
    expect(await block(mock, '2')).toEqual({ height: '2' })
  })

  it('rejects unknown methods', () => {
    expect(() => mockWith().calls('p.getBlok')).toThrow(TypeError)
  })
})
