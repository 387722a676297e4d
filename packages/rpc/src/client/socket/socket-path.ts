import type { TransportRequest } from '../types.ts'

/** A group may have another path for WebSockets. */
export function socketPath({ path, chain, call, batch }: TransportRequest): string {
  const { wsPath, chainWsPath } = (call ?? batch?.[0]?.call)?.group ?? {}
  if (chain === undefined) return wsPath ?? path
  return chainWsPath?.replace('{chain}', () => encodeURIComponent(chain)) ?? path
}
