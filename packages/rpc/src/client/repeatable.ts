import { TimeoutError, TransportError } from '../errors.ts'
import { isAbortReason } from './abort.ts'
import type { MethodDescriptor } from '../descriptor.ts'
import { isRoute } from './message.ts'
import type { TransportRequest, TransportResponse } from './types.ts'

/** Whether a call is known to be read-only. */
export function isRead(call: MethodDescriptor | undefined): boolean {
  return call !== undefined && (call.effect ?? 'read') === 'read'
}

/** Whether a request may be sent twice, because all its calls are read-only. */
export function isRepeatable({ call, batch }: TransportRequest): boolean {
  return batch ? batch.every(isRepeatable) : isRead(call)
}

/** Whether an error is a failure of the server or the network rather than an abort by the caller. */
export function isUnreachable({ signal }: TransportRequest, error: unknown): boolean {
  if (signal?.aborted || isAbortReason(error)) return false
  return error instanceof TransportError || error instanceof TimeoutError
}

/**
 * Whether the status of a response tells the caller to try again later. Always false for a GET route, which
 * may report an unhealthy server with the same status.
 */
export function isBusy(request: TransportRequest, { status }: TransportResponse): boolean {
  return !isRoute(request) && [429, 502, 503, 504].includes(status)
}
