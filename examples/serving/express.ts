import type { Express } from 'express'
import { requestListener } from '@rpcloom/rpc/node'
import type { Dispatcher } from '@rpcloom/rpc/server'

/** Serves the endpoints of a dispatcher below a prefix. Parsers of bodies come after it: the dispatcher reads them itself. */
export function serveIn(app: Express, server: Dispatcher, prefix: string): void {
  const listener = requestListener(server)
  app.use(prefix, (incoming, response) => {
    // Express takes the prefix off, and the dispatcher knows its endpoints by their whole paths.
    incoming.url = incoming.originalUrl
    listener(incoming, response)
  })
}
