import {
  createDispatcher,
  RpcError,
  type Context,
  type Limits,
  type ServerGroup,
} from '@rpcloom/rpc/server'
import { describe, expect, it } from 'vitest'
import { group, method } from './server-fixture.ts'

const pages: ServerGroup = group({ key: 'pages', methods: [method({ name: 'pages.get' })] })
const capped: ServerGroup = group({
  key: 'capped',
  batch: { allowed: true, maxPublic: 4 },
  methods: [method({ name: 'capped.get' })],
})

interface Response {
  readonly id: number
  readonly result?: string
  readonly error?: { readonly code: number; readonly message: string }
}

const tooLarge = { code: -32003, message: 'response too large' }

function batchOf(count: number, name = 'pages.get'): string {
  const ids = Array.from({ length: count }, (_, id) => id)
  return JSON.stringify(ids.map((id) => ({ jsonrpc: '2.0', id, method: name })))
}

/**
 * A server whose pages have 1000 characters. It counts the calls of its handler and how many run in
 * parallel.
 */
function serve(
  limits: Partial<Limits>,
  get: () => unknown = () => 'x'.repeat(1000),
): {
  readonly ask: (text: string) => Promise<readonly Response[]>
  readonly seen: { calls: number; most: number }
} {
  const seen = { calls: 0, most: 0 }
  let open = 0
  const counted = async (): Promise<unknown> => {
    seen.calls++
    seen.most = Math.max(seen.most, ++open)
    await new Promise((resolve) => setTimeout(resolve, 1))
    open--
    return get()
  }
  const server = createDispatcher({
    groups: [pages],
    handlers: { pages: { get: counted } },
    limits,
  })
  const ask = async (text: string): Promise<readonly Response[]> =>
    JSON.parse((await server.handle(text)) ?? '[]') as readonly Response[]
  return { ask, seen }
}

describe('the size of responses', () => {
  it('is limited for one call', async () => {
    const { ask } = serve({ responseBytes: 900 })
    const text = '{"jsonrpc":"2.0","id":1,"method":"pages.get"}'
    expect(await ask(text)).toMatchObject({ id: 1, error: tooLarge })
  })

  it('counts bytes, not characters', async () => {
    const { ask } = serve({ responseBytes: 1900 }, () => 'é'.repeat(1000))
    expect(await ask('{"jsonrpc":"2.0","id":1,"method":"pages.get"}')).toMatchObject({
      error: tooLarge,
    })
    const { ask: askTwice } = serve({ responseBytes: 3000 }, () => 'é'.repeat(1000))
    expect(await askTwice(batchOf(2))).toMatchObject([
      { id: 0, result: 'é'.repeat(1000) },
      { id: 1, error: tooLarge },
    ])
  })

  it('is limited for a batch, whose further calls are not made', async () => {
    const { ask, seen } = serve({ responseBytes: 10_000, batchConcurrency: 2 })
    const responses = await ask(batchOf(100))
    expect(responses.map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, id) => id))
    const given = responses.filter(({ result }) => result !== undefined)
    expect(given).toHaveLength(9)
    expect(responses.slice(9).every(({ error }) => error?.code === -32003)).toBe(true)
    expect(seen.calls).toBeLessThan(13)
  })

  it('does not affect a smaller batch', async () => {
    const { ask, seen } = serve({})
    expect((await ask(batchOf(100))).every(({ result }) => result?.length === 1000)).toBe(true)
    expect(seen.calls).toBe(100)
  })
})

describe('the values of a message', () => {
  const list = (text: string): string =>
    `{"jsonrpc":"2.0","id":1,"method":"pages.get","params":[${text}]}`
  it.each([
    ['items', Array(50).fill('1').join(',')],
    ['empty objects', Array(50).fill('{}').join(',')],
    ['nested arrays', `${'['.repeat(50)}${']'.repeat(50)}`],
  ])('are limited: %s', (_, text) => {
    const server = (values: number) =>
      createDispatcher({
        groups: [pages],
        handlers: { pages: { get: () => 1 } },
        limits: { values },
      })
    expect(server(40).handle(list(text))).toBe(
      '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error","data":{"maxValues":40}}}',
    )
    expect(server(200).handle(list(text))).not.toContain('maxValues')
  })

  it('do not include the contents of strings', () => {
    const server = createDispatcher({
      groups: [pages],
      handlers: { pages: { get: () => 1 } },
      limits: { values: 10 },
    })
    expect(server.handle(list(JSON.stringify(',[{"\\'.repeat(100))))).not.toContain('maxValues')
  })
})

describe('the texts of an error', () => {
  const long = 'y'.repeat(1_000_000)
  const server = (get: () => unknown) =>
    createDispatcher({ groups: [pages], handlers: { pages: { get } } })
  const ask = '{"jsonrpc":"2.0","id":1,"method":"pages.get"}'

  it('are shortened: the message of a handler', async () => {
    const text = await server(() => {
      throw new RpcError(-32000, `invalid address ${long}`)
    }).handle(ask)
    expect(text).toMatch(/"message":"invalid address y+…"/)
    expect(text?.length).toBeLessThan(2100)
  })

  it('are shortened: the issues of params', async () => {
    const text = await server(() => {
      const issues = [{ pointer: `/${long}`, message: long }]
      throw new RpcError(-32602, 'Invalid params', { data: { reason: 'invalidParams', issues } })
    }).handle(ask)
    expect(text).toMatch(/"pointer":"\/y+…","message":"y+…"/)
    expect(text?.length).toBeLessThan(4300)
  })

  it('are kept if they are the data of a handler', () => {
    const text = server(() => {
      throw new RpcError(3, 'execution reverted', { data: `0x${long}` })
    }).handle(ask)
    expect(text).toContain(long)
  })
})

describe('the calls of a batch', () => {
  it('run in limited parallel', async () => {
    const { ask, seen } = serve({ batchConcurrency: 5 })
    await ask(batchOf(50))
    expect(seen).toEqual({ calls: 50, most: 5 })
  })

  const endless = (signals: AbortSignal[]) =>
    createDispatcher({
      groups: [pages],
      handlers: {
        pages: {
          get: (_: unknown, { signal }: Context) => {
            signals.push(signal)
            return signals.length === 1 ? 'first' : new Promise(() => {})
          },
        },
      },
      limits: { batchTimeoutMs: 20, batchConcurrency: 3 },
    })

  it('have a time limit together, after which their signals abort', async () => {
    const signals: AbortSignal[] = []
    const text = await endless(signals).handle(batchOf(6))
    const error = {
      code: -32002,
      message: 'The batch took too long',
      data: { reason: 'batchTimedOut' },
    }
    expect(JSON.parse(text ?? '')).toEqual([
      { jsonrpc: '2.0', id: 0, result: 'first' },
      ...[1, 2, 3, 4, 5].map((id) => ({ jsonrpc: '2.0', id, error })),
    ])
    expect(signals).toHaveLength(4)
    expect(signals.every(({ aborted }) => aborted)).toBe(true)
  })

  it('that access their signal after the time limit find it aborted', async () => {
    const contexts: Context[] = []
    const keep = (_: unknown, ctx: Context): Promise<never> => {
      contexts.push(ctx)
      return new Promise(() => {})
    }
    const limits = { batchTimeoutMs: 20 }
    await createDispatcher({ groups: [pages], handlers: { pages: { get: keep } }, limits }).handle(
      batchOf(2),
    )
    expect(contexts.map(({ signal }) => signal.aborted)).toEqual([true, true])
  })

  it('end when the caller leaves, and no further calls are made', async () => {
    const signals: AbortSignal[] = []
    const caller = new AbortController()
    const batch = endless(signals).handle(batchOf(6), { signal: caller.signal })
    caller.abort()
    await batch
    expect(signals).toHaveLength(4)
    expect(signals.every(({ aborted }) => aborted)).toBe(true)
  })

  it('do not share a signal, because Node warns about signals with many listeners', async () => {
    const warnings: Error[] = []
    const note = (warning: Error): void => void warnings.push(warning)
    process.on('warning', note)
    const seen = new Set<AbortSignal>()
    const get = async (_: unknown, { signal }: Context): Promise<number> => seen.add(signal).size
    const server = createDispatcher({ groups: [pages], handlers: { pages: { get } } })
    await server.handle(batchOf(100), { signal: new AbortController().signal })
    await new Promise((resolve) => setImmediate(resolve))
    process.off('warning', note)
    expect(seen.size).toBe(100)
    expect(warnings).toEqual([])
  })

  const busy = (): string => {
    const until = performance.now() + 5
    while (performance.now() < until);
    return 'done'
  }
  it.each([
    ['return at once', busy],
    ['return a promise', () => Promise.resolve(busy())],
  ])('let other requests run while handlers that %s keep the process busy', async (_kind, get) => {
    const server = createDispatcher({ groups: [pages], handlers: { pages: { get } } })
    let isDone = false
    const batch = Promise.resolve(server.handle(batchOf(60))).then((text) => {
      isDone = true
      return text
    })
    await new Promise((resolve) => setTimeout(resolve, 0))
    expect(isDone).toBe(false)
    const alone = await server.handle('{"jsonrpc":"2.0","id":1,"method":"pages.get"}')
    expect(alone).toContain('"result":"done"')
    expect(isDone).toBe(false)
    expect(await batch).toContain('"id":59')
  })

  it('are limited in public mode to the minimum of the documents on a path', () => {
    const server = (mode: 'local' | 'public') =>
      createDispatcher({
        mode,
        groups: [pages, capped],
        handlers: { pages: { get: () => 1 }, capped: { get: () => 1 } },
      })
    for (const path of ['/ext/pages', '/ext/capped', undefined]) {
      const scope = path === undefined ? {} : { path }
      const name = path === '/ext/capped' ? 'capped.get' : 'pages.get'
      expect(server('public').handle(batchOf(5, name), scope)).toContain('"limit":4')
      expect(server('public').handle(batchOf(4, name), scope)).not.toContain('"error"')
      expect(server('local').handle(batchOf(5, name), scope)).not.toContain('"error"')
    }
  })
})
