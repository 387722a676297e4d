import { filledPath, type PathValues } from '../path-template.ts'
import type { Transport, TransportRequest } from './types.ts'

const chosen = new WeakMap<Transport, PathValues>()

/** Returns the values of the variables in paths that a transport of `at` calls; undefined for other transports. */
export function valuesOf(transport: Transport): PathValues | undefined {
  return chosen.get(transport)
}

/**
 * Returns a transport that calls methods at other values of the variables in their paths:
 * `getBalance(at(transport, { wallet: 'savings' }))`. Calls of a transport of `at` can be placed again: `at(at(transport, one), other)` calls
 * them at the other values.
 */
export function at(transport: Transport, values: PathValues): Transport {
  const placed = (request: TransportRequest): TransportRequest => {
    const { path, call } = request
    const batch = request.batch?.map(placed)
    // All calls of a batch have the same path.
    if (batch) return { ...request, path: batch[0]?.path ?? path, batch }
    // The values that are nearest to the call apply.
    if (request.at) return request
    const { group, path: own } = call ?? {}
    // A method with a server of its own has its own path.
    if (!group?.at || own) throw new TypeError(`${path} has no variables`)
    return {
      ...request,
      at: values,
      path: filledPath(group.at, values) + path.slice(group.path.length),
      ...(group.wsAt && { wsPath: filledPath(group.wsAt, values) }),
    }
  }
  const there: Transport = async (request) => transport(placed(request))
  chosen.set(there, values)
  return there
}
