import type { Transport } from './types.ts'

/**
 * A transport for documents whose servers have the `paths`: they go below an address that is only a host,
 * and an address with a path or query of its own stands for itself.
 */
export function documented(
  transport: Transport,
  address: string,
  paths: readonly string[],
): Transport {
  if (!/^(\w+:\/\/[^/?]*)?(\/+[^/]|\/*\?)/.test(address)) return transport
  return (request) => transport(paths.includes(request.path) ? { ...request, path: '/' } : request)
}
