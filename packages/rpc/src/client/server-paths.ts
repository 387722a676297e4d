import type { Transport } from './types.ts'

/**
 * Returns a transport that appends `paths`, the server paths of the documents, to an address without path and
 * query. An address with a path or query is already complete, so these paths are not appended.
 */
export function withServerPaths(
  transport: Transport,
  address: string,
  paths: readonly string[],
): Transport {
  if (!/^(\w+:\/\/[^/?]*)?(\/+[^/]|\/*\?)/.test(address)) return transport
  return (request) => transport(paths.includes(request.path) ? { ...request, path: '/' } : request)
}
