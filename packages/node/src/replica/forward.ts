import { once } from 'node:events'
import { connect } from 'node:net'
import { rpcErrors } from '@native-node/server'
import { isRecord, NodeError, RpcError } from '@rpcloom/rpc'
import { callMethod, withOptions, withResponse, type Transport } from '@rpcloom/rpc/client'
import { http } from '@rpcloom/rpc/http'
import type { Context, ServedCall } from '@rpcloom/rpc/server'
import { POSITION_HEADER, positionOf } from './position.ts'
import type { Replica } from './replica.ts'

/** Header of a forwarded request, which is never forwarded again. */
export const FORWARDED_HEADER = 'x-node-forwarded'

/** Headers that a forwarded request keeps. Others may have secrets for the node that was called. */
const KEPT = ['traceparent', 'tracestate', 'x-request-id']

/** Time in milliseconds for the response of the writer. */
const TIMEOUT_MS = 15_000
/** Time in milliseconds to connect to the writer. */
const CONNECT_MS = 1000
/** Milliseconds between checks that the node is still the writer. */
const WATCH_MS = 100

/** Codes of connections that were not made, so that nothing was sent. */
const NOT_CONNECTED = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
])

/** The node that writes. */
interface Writer {
  readonly url: string
  readonly transport: Transport
  /** When it responded for the last time (`performance.now()`). */
  respondedAt: number
}

/** Sends a call to the writer, and resolves with its result. */
export type Forward = (call: ServedCall, replica: Replica) => Promise<unknown>

/** Returns a function that forwards calls. Redirects are not followed. */
export function forwarder(): Forward {
  let known: Writer | undefined
  return async (call, replica) => {
    const url = replica.store.writerUrl()
    if (url === undefined) throw unavailable('noWriter', 'No node writes at the moment. Try again')
    if (known?.url !== url)
      known = { url, transport: http(url, { timeoutMs: TIMEOUT_MS }), respondedAt: -Infinity }
    const writer = known
    // What is sent to a machine that is gone has no response, and it stays unknown whether it has arrived.
    if (performance.now() - writer.respondedAt > CONNECT_MS)
      await checkReachable(url, call.ctx.signal)
    const { result, position } = await whileWriter(replica, url, (lost) => sent(writer, call, lost))
    if (position !== undefined) {
      replica.noteForwarded(position)
      // The caller can then read here what it wrote. The response has the position also if that takes too long.
      await replica.reached(position, call.ctx)
    }
    return result
  }
}

/** Connects to a node, to find out whether it can be reached. */
async function checkReachable(url: string, signal: AbortSignal): Promise<void> {
  const { protocol, hostname, port } = new URL(url)
  const socket = connect({
    // The URL has an IPv6 address in brackets.
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (protocol === 'https:' ? 443 : 80),
  })
  const late = AbortSignal.timeout(CONNECT_MS)
  try {
    await once(socket, 'connect', { signal: AbortSignal.any([signal, late]) })
  } catch {
    signal.throwIfAborted()
    throw notReached()
  } finally {
    socket.destroy()
  }
}

/** Aborts a call once the log no longer names a node as the writer, because its response may never arrive. */
async function whileWriter<T>(
  { store }: Replica,
  url: string,
  call: (lost: AbortSignal) => Promise<T>,
): Promise<T> {
  const lost = new AbortController()
  const watching = setInterval(() => {
    if (store.writerUrl() !== url) lost.abort(noResponse('replaced'))
  }, WATCH_MS)
  try {
    return await call(lost.signal)
  } finally {
    clearInterval(watching)
  }
}

async function sent(
  writer: Writer,
  { group, method, params, ctx }: ServedCall,
  lost: AbortSignal,
): Promise<{ readonly result: unknown; readonly position: bigint | undefined }> {
  const options = { signal: AbortSignal.any([ctx.signal, lost]), headers: forwardedHeaders(ctx) }
  const request = { path: group.path, method: method.name, params }
  try {
    const { result, response } = await withResponse(withOptions(writer.transport, options), (to) =>
      callMethod(to, request),
    )
    writer.respondedAt = performance.now()
    return { result, position: positionOf(response.headers?.get(POSITION_HEADER) ?? '') }
  } catch (error) {
    if (error instanceof RpcError || !(error instanceof NodeError)) throw error
    if (NOT_CONNECTED.has(String(Object(error.cause).code))) throw notReached()
    throw noResponse(String(error.code))
  }
}

function forwardedHeaders({ headers }: Context): Readonly<Record<string, string>> {
  const kept = KEPT.flatMap((name) => {
    const value = headers[name]
    return typeof value === 'string' ? [[name, value]] : []
  })
  return { ...Object.fromEntries(kept), [FORWARDED_HEADER]: '1' }
}

function notReached(): RpcError {
  return unavailable('notReached', 'The node that writes cannot be reached. Try again')
}

function noResponse(fault: string): RpcError {
  const message = `The node that writes gave no valid response (${fault}). It may have accepted the transaction: check its status before you send another`
  return unavailable(fault, message)
}

function unavailable(fault: string, message: string): RpcError {
  return rpcErrors.cChain.writerUnavailable({ reason: 'writerUnavailable', fault }, message)
}

/**
 * What became of a forwarded call that failed: `unsent` if no node has executed it, `lost` if its connection broke or its node
 * is not the writer any more, so that a node may have executed it; otherwise undefined.
 */
export function outcomeOf(error: unknown): 'unsent' | 'lost' | undefined {
  if (!(error instanceof RpcError) || !isRecord(error.data)) return undefined
  const { reason, fault } = error.data
  if (reason === 'notWriter' || fault === 'noWriter' || fault === 'notReached') return 'unsent'
  return fault === 'replaced' || fault === 'transport' ? 'lost' : undefined
}
