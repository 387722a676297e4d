import type { Hono } from 'hono'
import { type Dispatcher, fetchHandler } from '@rpcloom/rpc/server'

/** Serves the endpoints of a dispatcher below a prefix, wherever Hono runs. */
export function serveIn(app: Hono, server: Dispatcher, prefix: string): void {
  const handle = fetchHandler(server)
  app.all(`${prefix}/*`, (c) => handle(c.req.raw))
}
