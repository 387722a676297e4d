import { type Dispatcher, fetchHandler } from '@rpcloom/rpc/server'

/** What Bun, Deno and workers of the edge take: an object with `fetch`. */
export function worker(
  server: Dispatcher,
  allowedHosts: readonly string[],
): { fetch(request: Request): Promise<Response> } {
  const handle = fetchHandler(server, { allowedHosts })
  return { fetch: (request) => handle(request) }
}
