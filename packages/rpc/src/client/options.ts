import type { CallOptions, Transport } from './types.ts'

/**
 * Returns the transport with a signal, time limit or headers for every call. Options of a call take precedence,
 * then those of the outermost `withOptions`.
 */
export function withOptions(transport: Transport, options: CallOptions): Transport {
  return (request) =>
    transport({ ...options, ...request, headers: { ...options.headers, ...request.headers } })
}

/**
 * Returns the transport for the methods of another chain, by its ID or alias: `getHeight(chain(transport,
 * 'C'))`.
 */
export function chain(transport: Transport, idOrAlias: string): Transport {
  return async (request) => {
    const group = request.call?.group
    if (!group?.chainPath) {
      throw new TypeError(`${group?.path ?? 'This request'} is not available on other chains`)
    }
    const base = group.chainPath.replace('{chain}', () => encodeURIComponent(idOrAlias))
    return transport({
      ...request,
      chain: idOrAlias,
      path: base + request.path.slice(group.path.length),
    })
  }
}

/** Returns the transport with another one for subscriptions. */
export function withEvents(transport: Transport, events: Transport = transport): Transport {
  return (request) => (request.events ? events : transport)(request)
}
