import { NodeError, RpcError } from '@rpcloom/rpc'
import { callMethod, withOptions, type Subscription, type Transport } from '@rpcloom/rpc/client'
import { subscription } from '@rpcloom/rpc/codegen/client'
import { http } from '@rpcloom/rpc/http'
import type { MissingCall } from '@rpcloom/rpc/server'
import { webSocket } from '@rpcloom/rpc/web-socket'
import type { ExternalChain, ExternalState } from '../../chain/external-chain.ts'
import type { Logger } from '../../log/logger.ts'
import {
  isEvmSocketUrl,
  isEvmUrl,
  shownOrigin,
  type EvmAddress,
} from '../../settings/evm-address.ts'

/** "Resource unavailable" and "method not supported" of EIP-1474. */
const RESOURCE_UNAVAILABLE = -32_002
const METHOD_NOT_SUPPORTED = -32_004

/**
 * Maximum size in bytes of a response of the external node. Greater than the response limit of this
 * server, so that the server itself reports a response that is too large.
 */
const MAX_BYTES = 32 * 1024 * 1024

/** Time limit of a health check in milliseconds. */
const STATE_TIMEOUT = 5_000

/** Send requests to the configured address itself, without an added path. */
const endpoint = {
  key: 'cChain',
  path: '/',
  transports: ['http', 'ws'],
  batch: { allowed: false },
} as const

export interface ExternalEvmOptions extends EvmAddress {
  /** Time limit of a call in milliseconds. */
  readonly timeoutMs: number
  readonly logger: Logger
}

/**
 * Creates a C-Chain that forwards its calls to another EVM node. Supports the methods of the EVM
 * API, but not atomic transactions. Throws a RangeError for an invalid address.
 */
export function externalEvm(options: ExternalEvmOptions): ExternalChain {
  const { url, socketUrl, timeoutMs, logger } = options
  // Check the addresses before parsing them: the error message of `new URL` would contain the
  // address, which may include credentials.
  if (!isEvmUrl(url) || !isEvmSocketUrl(socketUrl))
    throw new RangeError('The address of the external EVM must be an http, https, ws or wss URL')
  const events = webSocket(socketUrl, {
    timeoutMs,
    maxBytes: MAX_BYTES,
    onState: ({ kind }) => {
      if (kind !== 'stray') logger.info(`Connection to the external EVM: ${kind}`)
    },
  })
  const isSocket = /^ws/i.test(url)
  const sockets = isSocket ? webSocket(url, { timeoutMs, maxBytes: MAX_BYTES }) : undefined
  const calls = sockets ?? http(url, { timeoutMs, maxBytes: MAX_BYTES })
  logger.info('The C-Chain is an external EVM, without atomic transactions', {
    calls: shownOrigin(url),
    subscriptions: shownOrigin(socketUrl),
  })
  return {
    groups: ['cChain', 'cChainNative'],
    respond(call) {
      if (call.group.key === 'cChainNative') throw noAtomicTransactions()
      return call.topic === undefined ? forward(calls, call) : follow(events, call)
    },
    state: () => stateOf(withOptions(calls, { timeoutMs: Math.min(timeoutMs, STATE_TIMEOUT) })),
    close() {
      events.close()
      sockets?.close()
    },
  }
}

function noAtomicTransactions(): RpcError {
  const reason = 'externalEvm'
  const message = 'The C-Chain of this node is an external EVM, which has no atomic transactions'
  return new RpcError(METHOD_NOT_SUPPORTED, message, { reason })
}

async function forward(calls: Transport, { method, params, ctx }: MissingCall): Promise<unknown> {
  const { name, effect, order } = method
  const call = {
    path: endpoint.path,
    method: name,
    params: positional(order, params),
    ...(effect && { effect }),
  }
  try {
    return await callMethod(withOptions(calls, { signal: ctx.signal }), call)
  } catch (error) {
    throw reported(error)
  }
}

async function follow(
  events: Transport,
  { method, topic, params, ctx }: MissingCall,
): Promise<AsyncIterable<unknown>> {
  const { name = '', order = [] } = topic ?? {}
  const { notification = '', unsubscribe = '' } = method.subscription ?? {}
  // Define the topic without codecs, so that events are passed on exactly as the other node sent
  // them.
  const topics = { [name]: { order } }
  const descriptor = {
    ...method,
    group: endpoint,
    subscription: { notification, unsubscribe, topics },
  }
  const subscribed: Subscription<unknown> = subscription(descriptor)(
    events,
    name,
    ...order.map((param) => params[param]),
  )
  ctx.signal.addEventListener('abort', () => subscribed.close(), { once: true })
  if (ctx.signal.aborted) subscribed.close()
  try {
    await subscribed.ready
  } catch (error) {
    throw reported(error)
  }
  return relayed(subscribed)
}

async function* relayed(events: AsyncIterable<unknown>): AsyncGenerator<unknown, void> {
  try {
    yield* events
  } catch (error) {
    throw reported(error)
  }
}

/** Returns the params by position, without omitted params at the end. */
function positional(
  order: readonly string[],
  params: Readonly<Record<string, unknown>>,
): readonly unknown[] {
  const values = order.map((name) => params[name] ?? null)
  return values.slice(0, order.findLastIndex((name) => params[name] !== undefined) + 1)
}

async function stateOf(calls: Transport): Promise<ExternalState> {
  const ask = (method: string): Promise<unknown> =>
    callMethod(calls, { path: endpoint.path, method, effect: 'read' })
  try {
    const names = ['eth_chainId', 'eth_blockNumber', 'eth_syncing', 'web3_clientVersion']
    const [chainId, height, syncing, version] = await Promise.all(names.map(ask))
    const lastAcceptedHeight = quantity(height)
    return {
      lastAcceptedHeight,
      isSyncing: syncing !== false,
      details: {
        external: true,
        chainID: String(quantity(chainId)),
        lastAcceptedHeight: Number(lastAcceptedHeight),
        syncing: syncing !== false,
        clientVersion: String(version).slice(0, 200),
      },
    }
  } catch (error) {
    throw reported(error)
  }
}

function quantity(value: unknown): bigint {
  if (typeof value === 'string' && /^0x[\da-f]{1,64}$/i.test(value)) return BigInt(value)
  throw unavailable('protocol')
}

/**
 * Converts an error for the client. Errors returned by the other node are passed on. The messages
 * of other errors are replaced, because they contain the address of that node, which may include
 * credentials.
 */
function reported(error: unknown): unknown {
  if (error instanceof RpcError || !(error instanceof NodeError)) return error
  return unavailable(String(error.code))
}

function unavailable(fault: string): RpcError {
  const reason = 'externalEvmUnavailable'
  const message = `The external EVM of the C-Chain gave no valid response (${fault})`
  return new RpcError(RESOURCE_UNAVAILABLE, message, { data: { reason, fault }, reason })
}
