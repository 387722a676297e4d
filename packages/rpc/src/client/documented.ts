import type { Transport } from './types.ts'

/**
 * Appends the `paths` of the documents' servers to an address without a path. An address that has a path or
 * query is used unchanged.
 */
export function documented(
  transport: Transport,
  address: string,
  paths: readonly string[],
): Transport {
  if (!/^(\w+:\/\/[^/?]*)?(\/+[^/]|\/*\?)/.test(address)) return transport
  return (request) => transport(paths.includes(request.path) ? { ...request, path: '/' } : request)
}
