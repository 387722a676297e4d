import type { Hono } from 'hono'
import { type Dispatcher, fetchHandler } from '@rpcloom/rpc/server'

/** Serves the endpoints of a dispatcher below a prefix, on every platform that Hono supports. */
export function serveIn(app: Hono, server: Dispatcher, prefix: string): void {
  const handle = fetchHandler(server)
  app.all(`${prefix}/*`, (c) => handle(c.req.raw))
}
