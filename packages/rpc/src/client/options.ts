import type { CallOptions, Transport } from './types.ts'

/** The same transport with a signal, a time limit or headers for every call; what is bound last wins. */
export function withOptions(transport: Transport, options: CallOptions): Transport {
  return (request) =>
    transport({ ...options, ...request, headers: { ...options.headers, ...request.headers } })
}

/** The same transport for the groups of another chain, by ID or alias. */
export function onChain(transport: Transport, chain: string): Transport {
  return async (request) => {
    const group = request.call?.group
    if (!group?.chainPath) {
      throw new TypeError(`${group?.path ?? 'This request'} leads to one chain only`)
    }
    const base = group.chainPath.replace('{chain}', () => encodeURIComponent(chain))
    return transport({ ...request, chain, path: base + request.path.slice(group.path.length) })
  }
}

/** The same transport with another one for what starts a subscription. */
export function withEvents(transport: Transport, events: Transport = transport): Transport {
  return (request) => (request.events ? events : transport)(request)
}
