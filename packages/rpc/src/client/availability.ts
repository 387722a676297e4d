import { TimeoutError, TransportError } from '../errors.ts'
import type { MethodDescriptor } from '../descriptor.ts'
import { isRoute } from './message.ts'
import type { TransportRequest, TransportResponse } from './types.ts'

/** Whether a call is known to be read-only. */
export function isRead(call: MethodDescriptor | undefined): boolean {
  return call !== undefined && (call.effect ?? 'read') === 'read'
}

/** Whether a request may be sent again, here or elsewhere. Writes are sent once. */
export function isRepeatable({ call, batch }: TransportRequest): boolean {
  return batch ? batch.every(isRepeatable) : isRead(call)
}

/** Whether an error is a failure of the node or the network. The reason of the caller's own signal never is. */
export function isUnreachable({ signal }: TransportRequest, error: unknown): boolean {
  if (signal?.aborted) return false
  return error instanceof TransportError || error instanceof TimeoutError
}

/**
 * Whether the status of a response means "not now". A GET route may report a failing node by such a status:
 * that is its result.
 */
export function isBusy(request: TransportRequest, { status }: TransportResponse): boolean {
  return !isRoute(request) && [429, 502, 503, 504].includes(status)
}
