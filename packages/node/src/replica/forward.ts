import { rpcErrors } from '@native-node/server'
import { isRecord, NodeError, RpcError } from '@rpcloom/rpc'
import { callMethod, withOptions, withResponse, type Transport } from '@rpcloom/rpc/client'
import { http } from '@rpcloom/rpc/http'
import type { Context, ServedCall } from '@rpcloom/rpc/server'
import { POSITION_HEADER, POSITION_WAIT_MS, positionOf } from './position.ts'
import type { Replica } from './replica.ts'

/** Header of a forwarded request, which is never forwarded again. */
export const FORWARDED_HEADER = 'x-node-forwarded'

/** Headers that a forwarded request keeps. Others may have secrets for the node that was called. */
const KEPT = ['traceparent', 'tracestate', 'x-request-id']

/** Time in milliseconds for the response of the writer. Longer than `fetch` waits for a connection, whose error is clear. */
const TIMEOUT_MS = 15_000

/** Codes of connections that were not made, so that nothing was sent. */
const NOT_CONNECTED = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** Sends a call to the writer, and resolves with its result. */
export type Forward = (call: ServedCall, replica: Replica) => Promise<unknown>

/** Returns a function that forwards calls. Redirects are not followed. */
export function forwarder(): Forward {
  let known: { readonly url: string; readonly transport: Transport } | undefined
  return async (call, replica) => {
    const url = replica.store.writerUrl()
    if (url === undefined) throw unavailable('noWriter', 'No node writes at the moment. Try again')
    if (known?.url !== url) known = { url, transport: http(url, { timeoutMs: TIMEOUT_MS }) }
    const { result, position } = await sent(known.transport, call)
    if (position !== undefined) await caughtUp(replica, position, call.ctx.signal)
    return result
  }
}

async function sent(
  transport: Transport,
  { group, method, params, ctx }: ServedCall,
): Promise<{ readonly result: unknown; readonly position: bigint | undefined }> {
  const options = { signal: ctx.signal, headers: forwardedHeaders(ctx) }
  const request = { path: group.path, method: method.name, params }
  try {
    const { result, response } = await withResponse(withOptions(transport, options), (to) =>
      callMethod(to, request),
    )
    return { result, position: positionOf(response.headers?.get(POSITION_HEADER) ?? '') }
  } catch (error) {
    if (error instanceof RpcError || !(error instanceof NodeError)) throw error
    if (NOT_CONNECTED.has(String(Object(error.cause).code)))
      throw unavailable('notReached', 'The node that writes cannot be reached. Try again')
    const fault = String(error.code)
    const message = `The node that writes gave no valid response (${fault}). It may have accepted the transaction: check its status before you send another`
    throw unavailable(fault, message)
  }
}

function forwardedHeaders({ headers }: Context): Readonly<Record<string, string>> {
  const kept = KEPT.flatMap((name) => {
    const value = headers[name]
    return typeof value === 'string' ? [[name, value]] : []
  })
  return { ...Object.fromEntries(kept), [FORWARDED_HEADER]: '1' }
}

/**
 * Waits until this node has what the call wrote, so that its caller can read it here. The response has the position of the
 * write also if that takes too long.
 */
async function caughtUp(replica: Replica, position: bigint, signal: AbortSignal): Promise<void> {
  replica.noteForwarded(position)
  const late = AbortSignal.timeout(POSITION_WAIT_MS)
  try {
    await replica.reached(position, AbortSignal.any([signal, late]))
  } catch (error) {
    if (!late.aborted) throw error
  }
}

function unavailable(fault: string, message: string): RpcError {
  return rpcErrors.cChain.writerUnavailable({ reason: 'writerUnavailable', fault }, message)
}

/** Whether an error says that no node has executed a forwarded call, so that it can be sent again. */
export function isUnsent(error: unknown): boolean {
  if (!(error instanceof RpcError) || !isRecord(error.data)) return false
  const { reason, fault } = error.data
  return reason === 'notWriter' || fault === 'noWriter' || fault === 'notReached'
}
