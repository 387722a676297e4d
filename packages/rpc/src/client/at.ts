import { filledPath, type PathValues } from '../path-template.ts'
import type { Transport, TransportRequest } from './types.ts'

/**
 * Returns a transport that calls methods at other values of the variables in their paths:
 * `getBalance(at(transport, { wallet: 'savings' }))`.
 */
export function at(transport: Transport, values: PathValues): Transport {
  const placed = (request: TransportRequest): TransportRequest => {
    const { path, call } = request
    const batch = request.batch?.map(placed)
    // All calls of a batch have the same path.
    if (batch) return { ...request, path: batch[0]?.path ?? path, batch }
    const { group, path: own } = call ?? {}
    // A method with a server of its own has its own path.
    if (!group?.at || own) throw new TypeError(`${path} has no variables`)
    return {
      ...request,
      path: filledPath(group.at, values) + path.slice(group.path.length),
      ...(group.wsAt && { wsPath: filledPath(group.wsAt, values) }),
    }
  }
  return async (request) => transport(placed(request))
}
