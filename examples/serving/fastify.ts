import type { FastifyInstance } from 'fastify'
import { requestListener, upgrades } from '@rpcloom/rpc/node'
import type { Dispatcher } from '@rpcloom/rpc/server'

/**
 * Serves the endpoints of a dispatcher below a prefix, including WebSocket, next to the routes of an application.
 */
export function serveIn(app: FastifyInstance, server: Dispatcher, prefix: string): void {
  const listener = requestListener(server)
  // The dispatcher reads bodies itself, within its own limits, so the body parsers of this scope are disabled.
  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null))
    scope.all(`${prefix}/*`, (incoming, reply) => {
      reply.hijack()
      listener(incoming.raw, reply.raw)
    })
    done()
  })
  const sockets = upgrades(server)
  app.server.on('upgrade', sockets.listener)
  app.addHook('preClose', () => sockets.close())
}
