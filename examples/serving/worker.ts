import { type Dispatcher, fetchHandler } from '@rpcloom/rpc/server'

/** Returns an object with `fetch`, as expected by Bun, Deno and edge workers. */
export function worker(
  server: Dispatcher,
  allowedHosts: readonly string[],
): { fetch(request: Request): Promise<Response> } {
  const handle = fetchHandler(server, { allowedHosts })
  return { fetch: (request) => handle(request) }
}
