import type { Transport } from './types.ts'

/**
 * Appends `paths`, which come from servers in the documents, only to an address without path and query. Any
 * other address is complete.
 */
export function withServerPaths(
  transport: Transport,
  address: string,
  paths: readonly string[],
): Transport {
  if (!/^(\w+:\/\/[^/?]*)?(\/+[^/]|\/*\?)/.test(address)) return transport
  return (request) => transport(paths.includes(request.path) ? { ...request, path: '/' } : request)
}
