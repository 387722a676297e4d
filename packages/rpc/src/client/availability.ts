import type { CallInfo, TransportRequest, TransportResponse } from './types.ts'

/** Whether a call is known to read only. */
export function isRead(call: CallInfo | undefined): boolean {
  return call !== undefined && (call.effect ?? 'read') === 'read'
}

/** Whether another attempt, here or elsewhere, can only read: what may have changed something is sent once. */
export function isRepeatable({ call, batch }: TransportRequest): boolean {
  return batch ? batch.every(isRepeatable) : isRead(call)
}

/** Whether a failure says that nothing answered; by name, so that it holds across copies of this package. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof Error && /^(Transport|Timeout)Error$/.test(error.name)
}

/** Whether an answer says "not now". A GET route reports a failing node by such a status: that is its result. */
export function isBusy({ body }: TransportRequest, { status }: TransportResponse): boolean {
  return body !== undefined && [429, 502, 503, 504].includes(status)
}
