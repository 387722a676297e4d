import { TransportError } from '../errors.ts'
import { isBusy, isRepeatable, isUnreachable } from './repeatable.ts'
import type { Transport, TransportRequest, TransportResponse } from './types.ts'

/** Time in milliseconds for which a failed transport is tried last. */
const REST_MS = 10_000

/** Codes of errors that occur before a request is sent. */
const neverSent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

/**
 * Sends requests to the first transport, or to the next transport if it is unreachable or busy. A write is
 * sent to the next transport only if the failed transport certainly did not send it. For ten seconds after a failure, a
 * transport is tried last.
 */
export function fallback(transports: readonly [Transport, ...Transport[]]): Transport {
  const restingUntil = new Map<Transport, number>()
  return async (request) => {
    const errors: unknown[] = []
    let busy: TransportResponse | undefined
    for (const transport of inOrderOfHealth(transports, restingUntil)) {
      try {
        const response = await transport(request)
        if (!isBusy(request, response) || !isRepeatable(request)) return response
        busy = response
      } catch (error) {
        if (!mayTryNext(request, error)) throw error
        errors.push(error)
      }
      restingUntil.set(transport, Date.now() + REST_MS)
    }
    if (busy) return busy
    if (errors.length === 1) throw errors[0]
    const cause = new AggregateError(errors, errors.map(String).join('; '))
    throw new TransportError('No server responds', { cause })
  }
}

/** Returns the transports, with the recently failed ones last. */
function inOrderOfHealth(
  transports: readonly Transport[],
  restingUntil: ReadonlyMap<Transport, number>,
): readonly Transport[] {
  const now = Date.now()
  const isResting = (transport: Transport): boolean => (restingUntil.get(transport) ?? 0) > now
  return [...transports.filter((one) => !isResting(one)), ...transports.filter(isResting)]
}

function mayTryNext(request: TransportRequest, error: unknown): boolean {
  if (!isUnreachable(request, error)) return false
  return isRepeatable(request) || neverSent.has(connectionCode(error) ?? '')
}

/** Returns the code of a failed connection attempt, which may be in a nested cause. */
function connectionCode(error: unknown): string | undefined {
  let current: unknown = error
  for (let depth = 0; depth < 5 && current instanceof Error; depth++) {
    if ('code' in current && typeof current.code === 'string' && neverSent.has(current.code))
      return current.code
    current = current.cause
  }
  return undefined
}
