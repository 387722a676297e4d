import type { TransportRequest } from '../types.ts'

/** Returns the path of a request for WebSockets, which may differ from the HTTP path of the group. */
export function socketPath({ path, chain, call, batch }: TransportRequest): string {
  const { wsPath, chainWsPath } = (call ?? batch?.[0]?.call)?.group ?? {}
  if (chain === undefined) return wsPath ?? path
  return chainWsPath?.replace('{chain}', () => encodeURIComponent(chain)) ?? path
}
