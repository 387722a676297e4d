import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { http as httpFetch } from '../../packages/rpc/src/client/http-fetch.ts'
import { http as httpNode } from '../../packages/rpc/src/client/http-node.ts'
import {
  coalesce,
  distinct,
  fallback,
  hooked,
  logged,
  requestIds,
  retry,
  withOptions,
  type LogEntry,
  type Transport,
} from '../../packages/rpc/src/client/index.ts'
import { TransportError } from '../../packages/rpc/src/errors.ts'
import { createClient, descriptor, serve } from '../rpc/client-fixture.ts'

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(cleanups.splice(0).map((close) => close()))
})

interface Call {
  readonly id: number
  readonly method: string
}
type Manner = (calls: readonly Call[], response: ServerResponse, request: IncomingMessage) => void

/**
 * A server that handles each request with the next function of `handlers`; the last one is repeated.
 */
async function misbehaving(
  ...handlers: readonly Manner[]
): Promise<{ url: string; seen: Call[][] }> {
  const seen: Call[][] = []
  const { url, close } = await serve((request, response) => {
    void textOf(request).then((text) => {
      const calls = ([] as Call[]).concat(JSON.parse(text) as Call)
      const handler = handlers[Math.min(seen.length, handlers.length - 1)]
      seen.push(calls)
      handler?.(calls, response, request)
    })
  })
  cleanups.push(close)
  return { url, seen }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

function answerTo({ id }: Call): object {
  return { jsonrpc: '2.0', id, result: { height: String(id) } }
}

const well: Manner = (calls, response) => {
  const answers = calls.map(answerTo)
  response.end(JSON.stringify(answers.length === 1 ? answers[0] : answers))
}
const busy =
  (status: number, retryAfter?: string): Manner =>
  (_calls, response) =>
    void response.writeHead(status, retryAfter ? { 'retry-after': retryAfter } : {}).end('busy')
const resetInside: Manner = (_calls, response) =>
  void response.writeHead(200, { 'content-length': 100 }).write('{', () => response.destroy())
const dripping: Manner = (_calls, response) => {
  const drip = setInterval(() => response.write(' '), 5)
  response.on('close', () => clearInterval(drip))
}
const html: Manner = (_calls, response) => void response.end('<html>')

const quick = { baseMs: 1, random: () => 1 }

describe.each([
  ['fetch', httpFetch],
  ['node:http', httpNode],
] as const)('retry over %s', (_name, http) => {
  it.each<[string, readonly Manner[], number]>([
    ['a busy node', [busy(503), busy(429), well], 3],
    ['a busy node with Retry-After', [busy(429, '0'), well], 2],
    ['a date to come back', [busy(503, new Date(0).toUTCString()), well], 2],
    ['an invalid Retry-After', [busy(503, 'soon'), busy(503, '-5'), well], 3],
    ['an infinite Retry-After', [busy(503, '1e999'), busy(503, 'Infinity'), well], 3],
    ['a reset inside the body', [resetInside, well], 2],
    ['a slow response', [dripping, well], 2],
  ])('continues after %s', async (_case, handlers, requests) => {
    const { url, seen } = await misbehaving(...handlers)
    const client = createClient(retry(http(url, { timeoutMs: 150 }), quick))
    expect(await client.info.getHeight()).toMatchObject({ height: expect.any(BigInt) as bigint })
    expect(seen).toHaveLength(requests)
  })

  it.each<[string, readonly Manner[], object, number]>([
    ['the last attempt', [busy(503)], { name: 'HttpError', status: 503, body: 'busy' }, 3],
    ['a wait that is too long', [busy(429, '3600'), well], { name: 'HttpError', status: 429 }, 1],
    ['a wait of ages', [busy(429, '9'.repeat(400)), well], { name: 'HttpError', status: 429 }, 1],
    ['a body that is not a response', [html, well], { name: 'ProtocolError', body: '<html>' }, 1],
    ['a refusal', [busy(400), well], { name: 'HttpError', status: 400 }, 1],
    ['a drip without end', [dripping], { name: 'TimeoutError' }, 3],
  ])('fails with %s', async (_case, handlers, want, requests) => {
    const { url, seen } = await misbehaving(...handlers)
    const client = createClient(retry(http(url, { timeoutMs: 150 }), { ...quick, retries: 2 }))
    await expect(client.info.getHeight()).rejects.toMatchObject(want)
    expect(seen).toHaveLength(requests)
  })

  it('sends a call that may write only once', async () => {
    const { url, seen } = await misbehaving(busy(503), well)
    const client = createClient(retry(http(url), quick))
    await expect(client.info.empty()).rejects.toMatchObject({ status: 503 })
    expect(seen).toHaveLength(1)
  })

  it('does not wait longer than the caller', async () => {
    const { url } = await misbehaving(busy(503, '5'), well)
    const abort = new AbortController()
    const once = http(url)
    const waiting: Transport = (request) =>
      // After the failure, in the wait for the next attempt.
      once(request).finally(() => setImmediate(() => abort.abort(new Error('enough'))))
    const transport = retry(waiting, { maxMs: 60_000 })
    const call = createClient(withOptions(transport, { signal: abort.signal })).info.getHeight()
    await expect(call).rejects.toThrow('enough')
  })
})

describe('coalesce', () => {
  it('sends the calls of one turn together, for any order of responses', async () => {
    const shuffled: Manner = (calls, response) =>
      void response.end(JSON.stringify(calls.map(answerTo).toReversed()))
    const { url, seen } = await misbehaving(shuffled, well)
    const client = createClient(coalesce(httpNode(url)))
    const heights = await Promise.all(
      Array.from({ length: 1000 }, async () => (await client.info.getHeight()).height),
    )
    expect(seen).toHaveLength(1)
    expect(heights).toEqual(seen[0]?.map(({ id }) => BigInt(id)))
    await client.info.getHeight()
    expect(seen.map(({ length }) => length)).toEqual([1000, 1])
  })

  it('fails only the calls without a response', async () => {
    const incomplete: Manner = (calls, response) =>
      void response.end(JSON.stringify(calls.slice(1).map(answerTo)))
    const { url } = await misbehaving(incomplete, well)
    const client = createClient(retry(coalesce(httpNode(url)), quick))
    const settled = await Promise.allSettled([client.info.getHeight(), client.info.getHeight()])
    expect(settled).toMatchObject([{ reason: { name: 'ProtocolError' } }, { status: 'fulfilled' }])
  })

  it('repeats the reads of a batch without a response', async () => {
    const { url, seen } = await misbehaving(resetInside, well)
    const client = createClient(retry(coalesce(httpNode(url)), { ...quick, random: () => 0 }))
    const calls = [client.info.getHeight(), client.info.getHeight(), client.info.empty()] as const
    const settled = await Promise.allSettled(calls)
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
    expect(seen[0]).toHaveLength(3)
    expect(seen.slice(1).flat()).toHaveLength(2)
  })
})

describe('retry inside coalesce', () => {
  it('repeats a batch of reads as a whole', async () => {
    const { url, seen } = await misbehaving(resetInside, busy(503), well)
    const client = createClient(coalesce(retry(httpNode(url), quick)))
    await Promise.all([client.info.getHeight(), client.info.getHeight()])
    expect(seen.map(({ length }) => length)).toEqual([2, 2, 2])
  })

  it('sends a batch that may write only once', async () => {
    const { url, seen } = await misbehaving(resetInside, well)
    const client = createClient(coalesce(retry(httpNode(url), quick)))
    const settled = await Promise.allSettled([client.info.getHeight(), client.info.empty()])
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(seen).toHaveLength(1)
  })

  it('repeats what the caller allows', async () => {
    const { url, seen } = await misbehaving(busy(503), well)
    const also = ({ name }: { readonly name: string }): boolean => name === 'info.empty'
    await createClient(retry(httpNode(url), { ...quick, also })).info.empty()
    expect(seen).toHaveLength(2)
  })
})

describe('distinct', () => {
  async function* twice(): AsyncGenerator<{ readonly id: bigint; readonly at: number }> {
    for (const at of [0, 1]) for (const id of [1n, 2n]) yield { id, at: at * Number(id - 1n) }
  }
  it('omits values that were seen before', async () => {
    const seen: unknown[] = []
    for await (const { id, at } of distinct(twice())) seen.push([id, at])
    expect(seen).toEqual([
      [1n, 0],
      [2n, 0],
      [2n, 1],
    ])
    const ids: unknown[] = []
    for await (const { id } of distinct(twice(), (one) => one.id)) ids.push(id)
    expect(ids).toEqual([1n, 2n])
  })
})

describe('fallback', () => {
  it('calls the next node, and the failing one last for a while', async () => {
    const first = await misbehaving(busy(503))
    const second = await misbehaving(well)
    const client = createClient(fallback([httpNode(first.url), httpNode(second.url)]))
    await client.info.getHeight()
    await client.info.getHeight()
    expect([first.seen.length, second.seen.length]).toEqual([1, 2])
  })

  it.each([
    ['fetch', httpFetch],
    ['node:http', httpNode],
  ])('continues with a write that reached no node, over %s', async (_name, http) => {
    const gone = await serve(() => undefined)
    await gone.close()
    const breaking = await misbehaving(resetInside)
    const second = await misbehaving(well)
    await createClient(fallback([http(gone.url), http(second.url)])).info.empty()
    const risky = createClient(fallback([http(breaking.url), http(second.url)]))
    await expect(risky.info.empty()).rejects.toMatchObject({ name: 'TransportError' })
    expect(second.seen).toHaveLength(1)
  })

  it('reports why no node responds', async () => {
    const dead: Transport = () => Promise.reject(new TransportError('down'))
    const other: Transport = () => Promise.reject(new TransportError('away'))
    const error: unknown = await createClient(fallback([dead, other]))
      .info.getHeight()
      .catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ name: 'TransportError', message: 'No server responds' })
    expect((error as Error).cause).toMatchObject({
      errors: [{ message: 'down' }, { message: 'away' }],
    })
  })
})

describe('hooks', () => {
  it('assign IDs to requests and observe their outcomes', async () => {
    const { url } = await misbehaving((calls, response, request) =>
      well(calls, response.setHeader('x-seen', String(request.headers['x-request-id'])), request),
    )
    const ends: unknown[] = []
    const transport = hooked(
      requestIds(httpNode(url), undefined, () => 'id-1'),
      {
        after: ({ request, response, error, durationMs }) =>
          ends.push([request.call?.name, response?.headers?.get('x-seen'), error, durationMs > 0]),
      },
    )
    await createClient(transport).info.getHeight()
    expect(ends).toEqual([['info.getHeight', 'id-1', undefined, true]])
  })

  it('log no secrets', async () => {
    const { url } = await misbehaving(well)
    const entries: LogEntry[] = []
    const transport = withOptions(
      logged(httpNode(url), (entry) => entries.push(entry)),
      { headers: { Authorization: 'Bearer s3cret', accept: 'x' } },
    )
    const call = descriptor({ name: 'm', order: ['user', 'password'], effect: 'write' })
    const send = (params: object, secrets: readonly string[]): Promise<unknown> =>
      transport({
        path: '/',
        call: { ...call, secrets },
        id: 1,
        method: 'm',
        params,
      })
    await send({ username: 'me', Password: 's3cret', nested: [{ privateKey: 's3cret' }] }, [])
    await send(['0x', 's3cret'], ['password'])
    await send({ user: 's3cret' }, ['user'])
    expect(JSON.stringify(entries)).not.toContain('s3cret')
    expect(entries.map(({ params }) => params)).toEqual([
      { username: 'me', Password: '(hidden)', nested: [{ privateKey: '(hidden)' }] },
      ['0x', '(hidden)'],
      { user: '(hidden)' },
    ])
    expect(entries[0]).toMatchObject({ method: 'm', status: 200, headers: { accept: 'x' } })
  })

  it('log a failure by its name', async () => {
    const entries: LogEntry[] = []
    const dead: Transport = () => Promise.reject(new TransportError('down'))
    const client = createClient(logged(dead, (entry) => entries.push(entry)))
    await expect(client.info.getHeight()).rejects.toThrow('down')
    expect(entries).toMatchObject([{ error: 'TransportError', path: '/ext/info' }])
  })

  it.each([
    ['debug', ['debug', 'warn', 'error']],
    ['warn', ['warn', 'error']],
    ['error', ['error']],
  ] as const)('log entries of level %s and above', async (least, levels) => {
    const { url } = await misbehaving(well, busy(503), resetInside)
    const entries: LogEntry[] = []
    const client = createClient(logged(httpNode(url), (entry) => entries.push(entry), least))
    for (const _ of levels) await client.info.getHeight().catch(() => undefined)
    while (entries.length < levels.length) await client.info.getHeight().catch(() => undefined)
    expect(entries.map(({ level }) => level)).toEqual(levels)
  })
})
