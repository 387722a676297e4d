import type { TransportRequest } from '../types.ts'

/** Returns the WebSocket path of a request, which may differ from the HTTP path of the group. */
export function socketPath(request: TransportRequest): string {
  // All calls of a batch have the same path.
  const { wsPath, call } = request.batch?.[0] ?? request
  return request.wsPath ?? wsPath ?? call?.group.wsPath ?? request.path
}
