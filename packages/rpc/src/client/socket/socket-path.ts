import type { TransportRequest } from '../types.ts'

/** Returns the WebSocket path of a request, which may differ from the HTTP path of the group. */
export function socketPath(request: TransportRequest): string {
  // All calls of a batch have the same path.
  const { chain, call } = request.batch?.[0] ?? request
  const { wsPath, chainWsPath } = call?.group ?? {}
  if (chain === undefined) return wsPath ?? request.path
  return chainWsPath?.replace('{chain}', () => encodeURIComponent(chain)) ?? request.path
}
