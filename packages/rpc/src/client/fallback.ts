import { TransportError } from '../errors.ts'
import { isBusy, isRepeatable, isUnreachable } from './availability.ts'
import type { Transport, TransportRequest, TransportResponse } from './types.ts'

/** Options of `fallback`. */
export interface FallbackOptions {
  /** For how long a transport is tried last after a failure: 10 seconds by default. */
  readonly restMs?: number
}

/** Error codes of the platform for a failed connection attempt, which mean that the request was not sent. */
const neverSent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

/**
 * Calls the first transport, and continues with the next one if a transport is unreachable or busy. A write
 * is only passed on if it was certainly not sent. For a while after a failure, a transport is tried last.
 */
export function fallback(
  transports: readonly [Transport, ...Transport[]],
  { restMs = 10_000 }: FallbackOptions = {},
): Transport {
  const rests = new Map<Transport, number>()
  return async (request) => {
    const errors: unknown[] = []
    let busy: TransportResponse | undefined
    for (const transport of inOrderOfHealth(transports, rests)) {
      try {
        const response = await transport(request)
        if (!isBusy(request, response) || !isRepeatable(request)) return response
        busy = response
      } catch (error) {
        if (!mayGoOn(request, error)) throw error
        errors.push(error)
      }
      rests.set(transport, Date.now() + restMs)
    }
    if (busy) return busy
    if (errors.length === 1) throw errors[0]
    const cause = new AggregateError(errors, errors.map(String).join('; '))
    throw new TransportError('No node responds', { cause })
  }
}

/** Sorts the transports: recently failed ones last, otherwise in the caller's order. */
function inOrderOfHealth(
  transports: readonly Transport[],
  rests: ReadonlyMap<Transport, number>,
): readonly Transport[] {
  const now = Date.now()
  const isAtRest = (transport: Transport): boolean => (rests.get(transport) ?? 0) > now
  return [...transports.filter((one) => !isAtRest(one)), ...transports.filter(isAtRest)]
}

function mayGoOn(request: TransportRequest, error: unknown): boolean {
  if (!isUnreachable(request, error)) return false
  return isRepeatable(request) || neverSent.has(systemCode(error) ?? '')
}

/** Returns the platform's error code, which may be in a nested cause. */
function systemCode(error: unknown): string | undefined {
  let at: unknown = error
  for (let depth = 0; depth < 5 && at instanceof Error; depth++) {
    if ('code' in at && typeof at.code === 'string' && neverSent.has(at.code)) return at.code
    at = at.cause
  }
  return undefined
}
