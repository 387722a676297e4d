import type { RequestListener } from 'node:http'
import { inspect } from 'node:util'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { http as httpFetch } from '../../packages/rpc/src/client/http-fetch.ts'
import { http as httpNode } from '../../packages/rpc/src/client/http-node.ts'
import { method, withReasons } from '../../packages/rpc/src/client/codegen.ts'
import {
  at as placed,
  memory,
  transportOf,
  withOptions,
  type Standalone,
  type Transport,
  type TransportRequest,
} from '../../packages/rpc/src/client/index.ts'
import { isRpcError, NodeError } from '../../packages/rpc/src/index.ts'
import { listen } from '../../packages/rpc/src/server/node.ts'
import { losslessJson, type MethodDescriptor } from '../../packages/rpc/src/codegen.ts'
import {
  add,
  createClient,
  descriptor,
  getHeight,
  serve,
  type NumbersPage,
} from './client-fixture.ts'
import type { DispatcherOptions } from '../../packages/rpc/src/server/index.ts'
import { dispatcher } from './server-fixture.ts'

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(cleanups.splice(0).map((close) => close()))
})

async function started(listener: RequestListener): Promise<string> {
  const { url, close } = await serve(listener)
  cleanups.push(close)
  return url
}

/** Serves the chain C by its alias too. */
const resolveAt: NonNullable<DispatcherOptions['resolveAt']> = ({ chain }, usual) =>
  chain === 'evm' ? usual : undefined

async function node(): Promise<string> {
  const server = await listen(dispatcher({ resolveAt }))
  cleanups.push(() => server.close())
  return server.url
}

const transports: readonly [string, () => Promise<Transport>][] = [
  ['fetch', async () => httpFetch(await node())],
  ['node:http', async () => httpNode(await node())],
  ['memory', async () => memory(dispatcher({ resolveAt }))],
]

describe.each(transports)('a client over %s', (_name, open) => {
  it('calls', async () => {
    const client = createClient(await open())
    expect(await client.info.getHeight()).toEqual({ height: 18446744073709551615n })
    expect(await client.info.echo({ text: 'ä"', limit: 5n })).toMatchObject({
      text: 'ä"',
      types: ['string', 'bigint'],
    })
    expect(await client.cChain.eth.add(1, 2)).toBe(3)
    expect(await client.cChain.eth.add(1, 2, 3)).toBe(6)
    expect(await client.info.empty()).toBeUndefined()
    expect(await client.info.notify()).toBeUndefined()
    const { getHeight } = client.info
    expect(await getHeight()).toEqual({ height: 18446744073709551615n })
  })

  it('reads GET routes with any status', async () => {
    const { health } = createClient(await open()).info.get
    expect(await health()).toEqual({ healthy: true, checks: { tags: [] } })
    expect(await health({ tag: ['bad', 'a b'] })).toEqual({
      healthy: false,
      checks: { tags: ['bad', 'a b'] },
    })
  })

  it('throws the error of the node', async () => {
    const client = createClient(await open())
    const error: unknown = await client.info
      .fails({ how: 'rpc' })
      .catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({
      name: 'RpcError',
      code: -32010,
      message: 'No such alias',
      reason: 'unknownAlias',
      method: 'info.fails',
      data: { alias: 'x' },
    })
    expect(isRpcError(error, 'info.fails')).toBe(true)
    expect(isRpcError(error, 'info.fails', 'unknownAlias')).toBe(true)
    expect(isRpcError(error, 'info.echo')).toBe(false)
    await expect(client.info.fails({ how: 'late' })).rejects.toMatchObject({
      code: -32603,
      reason: undefined,
    })
    await expect(client.info.echo({} as never)).rejects.toMatchObject({
      code: -32602,
      reason: 'invalidParams',
    })
    await expect(client.info.echo({ text: 'a', limit: 1.5 })).rejects.toThrow(
      /^\/limit must be an integer/,
    )
  })

  it('recognizes errors that the node does not name', async () => {
    const errors = {
      noDetail: { code: -32603, message: '', pattern: '^internal' },
      'info.other': { code: -32603, message: '' },
      unheardOf: { code: -32010, message: '' },
      unnamed: { code: -32020, message: '', reason: null },
    }
    const names = ['noDetail', 'info.other', 'unheardOf', 'unnamed']
    const byMethod = { info: { 'info.fails': names, 'info.echo': [] } }
    const client = createClient(withReasons(await open(), errors, byMethod))
    const reasonOf = async (call: Promise<unknown>): Promise<unknown> => {
      const error: unknown = await call.catch((thrown: unknown) => thrown)
      return isRpcError(error) ? error.reason : error
    }
    expect(await reasonOf(client.info.fails({ how: 'late' }))).toBe('noDetail')
    expect(await reasonOf(client.info.fails({ how: 'rpc' }))).toBe('unknownAlias')
    expect(await reasonOf(client.info.echo({} as never))).toBe('invalidParams')
    const [batched] = await client.batch((n) =>
      Promise.allSettled([n.info.fails({ how: 'late' }), n.info.getHeight()]),
    )
    expect(batched).toMatchObject({ reason: { reason: 'noDetail' } })
  })

  it('calls methods at other values in their path', async () => {
    const transport = await open()
    expect(await add(placed(transport, { chain: 'evm' }), 1, 2)).toBe(3)
    await expect(getHeight(placed(transport, { chain: 'X' }))).rejects.toThrow(TypeError)
    const client = createClient(transport)
    expect(await client.at({ chain: 'evm' }).cChain.eth.add(1, 2)).toBe(3)
    const sums = client
      .at({ chain: 'evm' })
      .batch((n) => Promise.all([n.cChain.eth.add(1, 1), n.cChain.eth.add(2, 2)]))
    expect(await sums).toEqual([2, 4])
    await expect(client.at({ chain: 'X' }).cChain.eth.add(1, 2)).rejects.toMatchObject({
      name: 'HttpError',
      status: 404,
    })
    await expect(client.at({ chain: 'X' }).info.getHeight()).rejects.toThrow(TypeError)
  })

  it('stops waiting on abort', async () => {
    const client = createClient(await open())
    await expect(client.with({ timeoutMs: 5 }).info.slow()).rejects.toMatchObject({
      name: 'TimeoutError',
    })
    const abort = new AbortController()
    const call = client.with({ signal: abort.signal }).info.slow()
    abort.abort(new Error('enough'))
    await expect(call).rejects.toThrow('enough')
    await expect(client.with({ signal: abort.signal }).info.slow()).rejects.toThrow('enough')
    await expect(
      client.with({ timeoutMs: 1 }).with({ timeoutMs: 5000 }).info.slow(),
    ).resolves.toBeDefined()
  })

  it('batches', async () => {
    const client = createClient(await open())
    const [height, sum, failed, nothing, echoed] = await client.batch((n) =>
      Promise.allSettled([
        n.info.getHeight(),
        n.cChain.eth.add(1, 2),
        n.info.fails({ how: 'rpc' }),
        n.info.notify(),
        n.info.echo({ text: 'x', limit: -1 }),
      ]),
    )
    expect(height).toMatchObject({ value: { height: 18446744073709551615n } })
    expect(sum).toMatchObject({ value: 3 })
    expect(failed).toMatchObject({ reason: { name: 'RpcError', code: -32010 } })
    expect(nothing).toMatchObject({ status: 'fulfilled' })
    expect(echoed).toMatchObject({ reason: { name: 'TypeError' } })
    expect(await client.batch((n) => Promise.all([n.info.notify(), n.info.notify()]))).toEqual([
      undefined,
      undefined,
    ])
    expect(await client.batch(() => 'none')).toBe('none')
  })
})

describe('a batch', () => {
  it('is one request per endpoint and per maximum number of calls', async () => {
    const requests: TransportRequest[] = []
    const inner = memory(dispatcher())
    const client = createClient((request) => {
      requests.push(request)
      return inner(request)
    })
    await client.batch(async (n) => {
      const first = [
        n.info.getHeight(),
        n.info.getHeight(),
        n.alone.getHeight(),
        n.with({ timeoutMs: 1000 }).info.getHeight(),
      ]
      const sums = [n.cChain.eth.add(1, 1), n.cChain.eth.add(1, 2), n.cChain.eth.add(1, 3)]
      await Promise.all([...first, ...sums])
      await n.info.getHeight()
    })
    const sizes = requests.map(({ path, batch = [1] }) => [path, batch.length])
    expect(sizes.toSorted((a, b) => (String(a) < String(b) ? -1 : 1))).toEqual([
      ['/ext/bc/C/rpc', 1],
      ['/ext/bc/C/rpc', 2],
      ['/ext/info', 1],
      ['/ext/info', 1],
      ['/ext/info', 1],
      ['/ext/info', 2],
    ])
  })

  it.each<[string, (ids: number[]) => unknown, readonly string[]]>([
    ['out of order', ([a, b]) => [answer(b, 2), answer(a, 1)], ['1', '2']],
    ['with one missing', ([a]) => [answer(a, 1)], ['1', 'ProtocolError']],
    ['with strangers', ([a, b]) => [answer(77, 0), null, answer(a, 1), answer(b, 2)], ['1', '2']],
    ['twice', ([a, b]) => [answer(a, 1), answer(b, 2), answer(a, 3)], ['1', '2']],
    [
      'with one refusal',
      () => ({ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'no batches' } }),
      ['RpcError', 'RpcError'],
    ],
    ['with plain text', () => 'nonsense', ['ProtocolError', 'ProtocolError']],
  ])('gets %s', async (_name, make, want) => {
    const client = createClient(async ({ batch = [] }) => {
      return { status: 200, message: make(batch.map(({ id = 0 }) => id)) }
    })
    const settled = await client.batch((n) =>
      Promise.allSettled([n.cChain.eth.add(0, 0), n.cChain.eth.add(0, 0)]),
    )
    expect(
      settled.map((one) =>
        one.status === 'fulfilled' ? String(one.value) : (one.reason as Error).name,
      ),
    ).toEqual(want)
  })

  it('fails as a whole if the request fails', async () => {
    const client = createClient(() => Promise.reject(new Error('down')))
    const settled = await client.batch((n) =>
      Promise.allSettled([n.info.getHeight(), n.info.empty()]),
    )
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })
})

function answer(id: unknown, result: unknown): object {
  return { jsonrpc: '2.0', id, result }
}

describe.each([
  ['fetch', httpFetch],
  ['node:http', httpNode],
] as const)('an invalid response, over %s', (_name, http) => {
  it.each<[string, RequestListener, object]>([
    ['HTML', (_q, s) => s.end('<html>'), { name: 'ProtocolError', status: 200, body: '<html>' }],
    [
      'an HTML error page',
      (_q, s) => s.writeHead(502).end('<html>'),
      { name: 'HttpError', status: 502, body: '<html>' },
    ],
    ['truncated JSON', (_q, s) => s.end('{"jsonrpc":"2.0","id":1,"res'), { name: 'ProtocolError' }],
    ['nothing', (_q, s) => s.end(), { name: 'ProtocolError' }],
    ['204', (_q, s) => s.writeHead(204).end(), { name: 'ProtocolError' }],
    [
      'another id',
      (_q, s) => s.end('{"jsonrpc":"2.0","id":-1,"result":1}'),
      { name: 'ProtocolError' },
    ],
    [
      'no result',
      (q, s) => void body(q).then(({ id }) => s.end(JSON.stringify({ jsonrpc: '2.0', id }))),
      { name: 'ProtocolError' },
    ],
    ['a list', (_q, s) => s.end('[]'), { name: 'ProtocolError' }],
    ['null', (_q, s) => s.end('null'), { name: 'ProtocolError' }],
    [
      'an error for no id',
      (_q, s) => s.end('{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"x"}}'),
      { name: 'RpcError', code: -32700 },
    ],
    [
      'an error with its own status',
      (q, s) =>
        void body(q).then(({ id }) =>
          s.writeHead(500).end(JSON.stringify({ id, error: { code: 7, message: 'x' } })),
        ),
      { name: 'RpcError', code: 7 },
    ],
    ['a broken connection', (q) => q.socket.destroy(), { name: 'TransportError' }],
    [
      'a body that breaks off',
      (_q, s) => void s.writeHead(200, { 'content-length': 100 }).write('{', () => s.destroy()),
      { name: 'TransportError' },
    ],
    ['silence', () => undefined, { name: 'TimeoutError' }],
    [
      'a body that never ends',
      (_q, s) => void s.writeHead(200).write('{'),
      { name: 'TimeoutError' },
    ],
  ])('%s', async (_case, listener, want) => {
    const transport = http(await started(listener), { timeoutMs: 700 })
    const error: unknown = await getHeight(transport).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(NodeError)
    expect(error).toMatchObject(want)
  })

  it('a port on which nothing listens', async () => {
    const { url, close } = await serve(() => undefined)
    await close()
    await expect(getHeight(http(url))).rejects.toMatchObject({ name: 'TransportError' })
  })

  it('sends headers, paths and queries unchanged', async () => {
    const url = await started((q, s) => {
      void body(q).then(({ id }) =>
        s.end(
          JSON.stringify(
            answer(id, {
              height: `1`,
              url: q.url,
              own: q.headers['x-own'],
              all: q.headers['x-all'],
              type: q.headers['content-type'],
            }),
          ),
        ),
      )
    })
    const transport = withOptions(http(`${url}/base/`, { headers: { 'x-all': 'a' } }), {
      headers: { 'x-own': 'o' },
    })
    expect(await getHeight(transport)).toMatchObject({
      height: 1n,
      url: '/base/ext/info',
      own: 'o',
      all: 'a',
      type: 'application/json',
    })
    const root: Standalone<() => Promise<{ url: string }>> = method(at('/'))
    expect(await root(http(`${url}/rpc?key=1`))).toMatchObject({ url: '/rpc?key=1' })
    expect(await getHeight(http(`${url}/base/?key=1?/`))).toMatchObject({
      url: '/base/ext/info?key=1?/',
    })
    const tagged: Standalone<() => Promise<{ url: string }>> = method(at('/ext?tag=a'))
    expect(await tagged(http(`${url}?key=1`))).toMatchObject({ url: '/ext?tag=a&key=1' })
  })
})

describe('node:http', () => {
  it('stops reading a response that is too long', async () => {
    const url = await started((q, s) => {
      void body(q).then(({ id }) =>
        s.end(JSON.stringify(answer(id, { height: '1', pad: 'x'.repeat(5000) }))),
      )
    })
    await expect(getHeight(httpNode(url, { maxBytes: 4000 }))).rejects.toMatchObject({
      name: 'ProtocolError',
    })
    expect(await getHeight(httpNode(url, { maxBytes: 6000 }))).toMatchObject({ height: 1n })
  })

  it('keeps connections, and repeats a read on one that was closed in the meantime', async () => {
    const sockets = new Set<unknown>()
    let drop = false
    const url = await started((q, s) => {
      const known = sockets.has(q.socket)
      sockets.add(q.socket)
      if (drop && known) q.socket.resetAndDestroy()
      else void body(q).then(({ id }) => s.end(JSON.stringify(answer(id, {}))))
    })
    const client = createClient(httpNode(url))
    await client.info.getHeight()
    await client.info.getHeight()
    expect(sockets.size).toBe(1)
    drop = true
    await client.info.getHeight()
    expect(sockets.size).toBe(2)
    await expect(client.info.empty()).rejects.toMatchObject({ name: 'TransportError' })
  })

  it('rejects other protocols at once, and uses an injected fetch instead', async () => {
    expect(() => httpNode('file:///etc')).toThrow(TypeError)
    const fetch = (async (_url, init) => {
      const { id } = JSON.parse(init?.body as string) as { id: number }
      return new Response(JSON.stringify(answer(id, { height: '4' })))
    }) as typeof globalThis.fetch
    expect(await getHeight(httpNode('http://nowhere.invalid', { fetch }))).toEqual({ height: 4n })
  })
})

describe('pagination', () => {
  const server = (pages: Record<string, NumbersPage>): Transport => {
    return async ({ id, params }) => {
      const { start = '' } = params as { readonly start?: string }
      return { status: 200, message: answer(id, pages[start]) }
    }
  }
  const items = async (pages: Record<string, NumbersPage>): Promise<number[]> => {
    const all: number[] = []
    for await (const item of createClient(server(pages)).info.numbers.items({})) all.push(item)
    return all
  }
  it.each<[string, Record<string, NumbersPage>, number[]]>([
    [
      'a short page ends it',
      { '': { items: [1, 2, 3], end: 'a' }, a: { items: [4], end: 'b' } },
      [1, 2, 3, 4],
    ],
    [
      'an empty page ends it',
      { '': { items: [1, 2, 3], end: 'a' }, a: { items: [], end: 'a' } },
      [1, 2, 3],
    ],
    ['null is an empty page', { '': { items: null, end: '' } }, []],
    [
      'the same cursor ends it',
      { '': { items: [1, 2, 3], end: 'a' }, a: { items: [4, 5, 6], end: 'a' } },
      [1, 2, 3, 4, 5, 6],
    ],
  ])('%s', async (_name, pages, want) => {
    expect(await items(pages)).toEqual(want)
  })
})

describe('the client object', () => {
  it('is not a promise and lists its groups', async () => {
    const client = createClient(memory(dispatcher()))
    expect(await Promise.resolve(client)).toBe(client)
    expect(await Promise.resolve(client.info)).toBe(client.info)
    expect(Object.keys(client)).toEqual(['with', 'batch', 'at', 'info', 'alone', 'cChain'])
    expect(transportOf(client.cChain.eth)).toBe(transportOf(client))
    expect(() => transportOf({})).toThrow(TypeError)
  })

  it('prints its methods, which have the names of the document', () => {
    const { info } = createClient(memory(dispatcher()))
    expect(inspect(info)).toContain('getHeight: [Function: info.getHeight]')
    expect(info.getHeight.name).toBe('info.getHeight')
    expect(getHeight.name).toBe('info.getHeight')
  })

  it('includes the method in the stack trace of an error response', async () => {
    const client = createClient(memory(dispatcher()))
    const error: unknown = await client.info
      .fails({ how: 'rpc' })
      .catch((thrown: unknown) => thrown)
    expect(error instanceof Error && error.stack).toMatch(/at (async )?info\.fails /)
  })

  it('has methods that a test can replace', async () => {
    const client = createClient(memory(dispatcher()))
    vi.spyOn(client.info, 'getHeight').mockResolvedValue({ height: 7n })
    expect(await client.info.getHeight()).toEqual({ height: 7n })
    const other = createClient(memory(dispatcher()))
    Object.assign(other, { info: { getHeight: () => Promise.resolve({ height: 8n }) } })
    expect(await other.info.getHeight()).toEqual({ height: 8n })
  })

  it('accepts options after the arguments of a call', async () => {
    const seen: TransportRequest[] = []
    const server = memory(dispatcher())
    const transport: Transport = (request) => {
      seen.push(request)
      return server(request)
    }
    const client = createClient(transport)
    const { signal } = new AbortController()
    await client.cChain.eth.add(1, 2, undefined, { headers: { a: 'b' } })
    await add(transport, 1, 2, 3, { timeoutMs: 1000 })
    await getHeight(transport, { signal })
    expect(seen).toMatchObject([{ headers: { a: 'b' } }, { timeoutMs: 1000 }, { signal }])
    expect(seen.map(({ params }) => params)).toEqual([[1, 2], [1, 2, 3], undefined])
    await expect(client.info.slow({ timeoutMs: 5 })).rejects.toMatchObject({ name: 'TimeoutError' })
  })

  it('reads integers beyond 2^53 exactly if the method requires it', async () => {
    const exact: Standalone<(params: { n: bigint }) => Promise<{ n: bigint }>> = method({
      ...at('/'),
      order: ['n'],
      json: losslessJson,
    })
    const fetch: typeof globalThis.fetch = async (_url, init) => {
      const { id } = JSON.parse(init?.body as string) as { id: number }
      return new Response(`{"jsonrpc":"2.0","id":${id},"result":{"n":18446744073709551615}}`)
    }
    expect(await exact(httpNode('http://nowhere.invalid', { fetch }), { n: 1n })).toEqual({
      n: 18446744073709551615n,
    })
  })
})

function at(path: string): MethodDescriptor {
  const { group, ...rest } = descriptor({ name: 'x' })
  return { ...rest, group: { ...group, path } }
}

async function body(request: AsyncIterable<Buffer>): Promise<{ id: number }> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString()) as { id: number }
}
