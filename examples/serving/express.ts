import type { Express } from 'express'
import { requestListener } from '@rpcloom/rpc/node'
import type { Dispatcher } from '@rpcloom/rpc/server'

/**
 * Serves the endpoints of a dispatcher below a prefix. Mount it before body parsers: the dispatcher reads the
 * bodies itself.
 */
export function serveIn(app: Express, server: Dispatcher, prefix: string): void {
  const listener = requestListener(server)
  app.use(prefix, (incoming, response) => {
    // Express strips the prefix, but the dispatcher matches full paths.
    incoming.url = incoming.originalUrl
    listener(incoming, response)
  })
}
