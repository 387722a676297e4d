import { aliased } from '../../packages/rpc/src/client/aliases.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { http as httpFetch } from '../../packages/rpc/src/client/http-fetch.ts'
import { http as httpNode } from '../../packages/rpc/src/client/http-node.ts'
import {
  coalesce,
  fallback,
  hooked,
  logged,
  requestIds,
  retry,
  withOptions,
  type MethodDescriptor,
  type Transport,
} from '../../packages/rpc/src/client/index.ts'
import { providerOf, requestTransport } from '../../packages/rpc/src/client/eip1193.ts'
import { withReasons } from '../../packages/rpc/src/client/reasons.ts'
import { validating } from '../../packages/rpc/src/client/validate.ts'
import { webSocket } from '../../packages/rpc/src/client/socket/web-socket-node.ts'
import { NodeError, RpcError, TimeoutError, TransportError } from '../../packages/rpc/src/errors.ts'
import { createClient, serve } from '../rpc/client-fixture.ts'

let silent: { readonly url: string; close(): Promise<void> }
/** Called for each request to the silent server. */
let onRequest = (): void => undefined
beforeAll(async () => {
  silent = await serve(() => onRequest())
})
afterAll(() => silent.close())

const wrappers: Readonly<Record<string, (transport: Transport) => Transport>> = {
  nothing: (transport) => transport,
  retry: (transport) => retry(transport, { baseMs: 1 }),
  coalesce,
  hooked: (transport) => hooked(transport, { after: () => undefined }),
  aliased: (transport) => aliased(transport, { namespaces: { info: 'other' } }),
  logged: (transport) => logged(transport, () => undefined),
  'request ids': (transport) => requestIds(transport),
  validated: (transport) => validating(transport, {}),
  reasons: (transport) => withReasons(transport, {}, {}),
  fallback: (transport) => fallback([transport, transport]),
  'retry around fallback': (transport) => retry(fallback([transport, transport]), { baseMs: 1 }),
}

const transports: Readonly<Record<string, (url: string) => Transport>> = {
  fetch: httpFetch,
  'node:http': httpNode,
  WebSocket: (url) => webSocket(url),
}

const cases = Object.entries(transports).flatMap(([platform, open]) =>
  Object.entries(wrappers).map(
    ([name, wrap]) => [name, platform, (url: string) => wrap(open(url))] as const,
  ),
)

function counted(transport: Transport): { readonly transport: Transport; count: () => number } {
  let count = 0
  return {
    transport: (request) => {
      count++
      return transport(request)
    },
    count: () => count,
  }
}

const subscribe: MethodDescriptor = {
  group: { key: 'cChain', path: '/', transports: ['http', 'ws'], batch: { allowed: true } },
  structure: 'by-position',
  name: 'eth_subscribe',
  order: ['topic'],
  subscription: {
    notification: 'eth_subscription',
    unsubscribe: 'eth_unsubscribe',
    topics: { newHeads: { order: [] } },
  },
}

async function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => expect.unreachable(),
    (error: unknown) => error,
  )
}

describe.each(cases)("the caller's abort reason through %s over %s", (_name, _platform, open) => {
  it('is that of AbortSignal.timeout()', async () => {
    const signal = AbortSignal.timeout(60)
    const call = createClient(withOptions(open(silent.url), { signal })).info.getHeight()
    const error = await failureOf(call)
    expect(error).toBe(signal.reason)
    expect(error).toBeInstanceOf(DOMException)
    expect(error).not.toBeInstanceOf(TimeoutError)
    expect(error).not.toBeInstanceOf(NodeError)
  })

  it('is passed on unchanged if it is an error of this package', async () => {
    const controller = new AbortController()
    const { signal } = controller
    const reason = new TransportError('The page was left')
    onRequest = () => controller.abort(reason)
    const call = createClient(withOptions(open(silent.url), { signal })).info.getHeight()
    expect(await failureOf(call)).toBe(reason)
  })
})

describe('fallback', () => {
  it('does not count an aborted call as a failure of the node', async () => {
    const first = counted((request) =>
      request.signal
        ? httpNode(silent.url)(request)
        : Promise.resolve({
            status: 200,
            message: { jsonrpc: '2.0', id: request.id, result: { height: '1' } },
          }),
    )
    const second = counted(() => Promise.reject(new TransportError('down')))
    const transport = fallback([first.transport, second.transport])
    const signal = AbortSignal.timeout(30)
    await failureOf(createClient(withOptions(transport, { signal })).info.getHeight())
    expect([first.count(), second.count()]).toEqual([1, 0])
    // The first transport is still preferred: the second one would fail.
    await createClient(transport).info.getHeight()
    expect([first.count(), second.count()]).toEqual([2, 0])
  })

  it('continues after its own timeout', async () => {
    const late = counted(httpNode(silent.url, { timeoutMs: 30 }))
    const dead = counted(() => Promise.reject(new TransportError('down')))
    const call = createClient(fallback([late.transport, dead.transport])).info.getHeight()
    expect(await failureOf(call)).toBeInstanceOf(TransportError)
    expect([late.count(), dead.count()]).toEqual([1, 1])
  })
})

describe('an abort reason that is an error of this package', () => {
  const reasons: readonly (readonly [string, () => Error])[] = [
    ['TransportError', () => new TransportError('The page was left')],
    ['TimeoutError', () => new TimeoutError('Too late for the page')],
    ['RpcError', () => new RpcError(4001, 'Rejected by the user')],
  ]
  const aborting = (reason: unknown): { readonly signal: AbortSignal } => {
    const controller = new AbortController()
    onRequest = () => controller.abort(reason)
    return { signal: controller.signal }
  }
  const call = { method: 'eth_add', params: [1, 2] }

  it.each(reasons)('reaches the user of a provider: %s', async (_name, newReason) => {
    const reason = newReason()
    const { cChain } = createClient(httpNode(silent.url)).with(aborting(reason))
    expect(await failureOf(providerOf(cChain, {}).request(call))).toBe(reason)
  })

  it.each(reasons)('reaches the user of a provider of a provider: %s', async (_name, newReason) => {
    const reason = newReason()
    const { cChain } = createClient(httpNode(silent.url)).with(aborting(reason))
    const wallet = createClient(requestTransport(providerOf(cChain, {})))
    expect(await failureOf(providerOf(wallet.cChain, {}).request(call))).toBe(reason)
  })

  it.each(reasons)('was used before: %s', async (_name, newReason) => {
    const reason = newReason()
    const bound = withOptions(httpFetch(silent.url), { signal: AbortSignal.abort(reason) })
    const { cChain } = createClient(bound)
    expect(await failureOf(providerOf(cChain, {}).request(call))).toBe(reason)
  })

  it.each(reasons)(
    'is no failure of the node if a wrapper is bound to the signal: %s',
    async (_name, newReason) => {
      const reason = newReason()
      const bound = counted(withOptions(httpNode(silent.url), aborting(reason)))
      const other = counted(() => Promise.reject(new TransportError('down')))
      const transport = retry(fallback([bound.transport, other.transport]), { baseMs: 1 })
      expect(await failureOf(createClient(transport).info.getHeight())).toBe(reason)
      expect([bound.count(), other.count()]).toEqual([1, 0])
    },
  )

  it('ends the subscription of a provider unchanged', async () => {
    const reason = new TransportError('The page was left')
    const controller = new AbortController()
    const transport: Transport = (request) => {
      request.events?.start({})
      request.signal?.addEventListener('abort', () => request.events?.end(request.signal?.reason))
      return Promise.resolve({ status: 200, message: { id: request.id, result: '0x1' } })
    }
    const { cChain } = createClient(transport).with({ signal: controller.signal })
    const provider = providerOf(cChain, { eth: { subscribe } })
    const disconnected = new Promise((resolve) => provider.on('disconnect', resolve))
    await provider.request({ method: 'eth_subscribe', params: ['newHeads'] })
    controller.abort(reason)
    expect(await disconnected).toBe(reason)
  })
})

describe('a call through a wallet that never responds', () => {
  const transport = requestTransport({ request: () => new Promise(() => undefined) })

  it.each([
    ['null', null],
    ['a string', 'stop'],
    ['an error with the name of ours', Object.assign(new Error('mine'), { name: 'TimeoutError' })],
  ])("rejects with the signal's reason: %s", async (_name, reason) => {
    const controller = new AbortController()
    const bound = withOptions(fallback([transport, transport]), { signal: controller.signal })
    const call = createClient(bound).info.getHeight()
    controller.abort(reason)
    expect(await failureOf(call)).toBe(reason)
  })

  it('ends with the DOMException that the wallet throws', async () => {
    const reason = new DOMException('The page was left', 'AbortError')
    const aborted = requestTransport({ request: () => Promise.reject(reason) })
    expect(await failureOf(createClient(aborted).info.getHeight())).toBe(reason)
  })

  it('ends at the time limit', async () => {
    const call = createClient(withOptions(transport, { timeoutMs: 5 })).info.getHeight()
    expect(await failureOf(call)).toBeInstanceOf(TimeoutError)
  })
})

it.each([['fetch', httpFetch] as const, ['node:http', httpNode] as const])(
  'a time limit may be fractional or already exceeded, over %s',
  async (_platform, open) => {
    for (const timeoutMs of [0.5, 1.5, -5]) {
      const bound = withOptions(open(silent.url), { timeoutMs })
      expect(await failureOf(createClient(bound).info.getHeight())).toBeInstanceOf(TimeoutError)
    }
  },
)

it('retry does not repeat an aborted call', async () => {
  const { transport, count } = counted(httpNode(silent.url))
  const signal = AbortSignal.timeout(30)
  const repeated = retry(transport, { baseMs: 1 })
  const call = createClient(withOptions(repeated, { signal })).info.getHeight()
  expect(await failureOf(call)).toBe(signal.reason)
  expect(count()).toBe(1)
})
