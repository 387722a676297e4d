import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** Time in milliseconds that a closing server waits for the rest of a request. */
const RECEIVE_MS = 500

/** A request that is being received, or whose response is not complete. */
interface Open {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** The HTTP connections of a server, with their open requests. Connections leave when they are upgraded. */
export class Connections {
  readonly #open = new Map<Duplex, Set<Open>>()
  /** All sockets, also those that have not completed their TLS handshake. */
  readonly #sockets = new Set<Duplex>()
  /** Sockets with a listener for their end. They are opened again after an offer that is ignored. */
  readonly #watched = new WeakSet<Duplex>()

  /** `opened`: the event of the server for the sockets that its requests have. */
  constructor(server: Server, opened: 'connection' | 'secureConnection') {
    server.prependListener('connection', (socket: Duplex) => {
      if (this.#sockets.has(socket)) return
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
    })
    server.prependListener(opened, (socket: Duplex) => this.#add(socket))
    server.prependListener('request', (request, response) => this.#track(request, response))
    server.prependListener('checkContinue', (request, response) => this.#track(request, response))
  }

  /**
   * Stops tracking a connection that is upgraded, once the requests before the upgrade have their responses.
   * Node reads pipelined requests before it has responded to the earlier ones.
   */
  async release(socket: Duplex): Promise<void> {
    // Node has removed its own listener.
    const ignore = (): void => void socket.destroy()
    socket.on('error', ignore)
    const before = [...(this.#open.get(socket) ?? [])]
    await Promise.all(
      before.map(({ response }) => new Promise((resolve) => response.once('close', resolve))),
    )
    socket.off('error', ignore)
    this.#open.delete(socket)
  }

  /** Destroys the connections that are still sending a request, after a short time for the rest of it. */
  destroyReceiving(): void {
    const timer = setTimeout(() => {
      for (const [socket, open] of this.#open) {
        if ([...open].every(({ request }) => !request.complete)) socket.destroy()
      }
    }, RECEIVE_MS)
    timer.unref()
  }

  destroyAll(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  #add(socket: Duplex): void {
    if (this.#open.has(socket)) return
    this.#open.set(socket, new Set())
    if (this.#watched.has(socket)) return
    this.#watched.add(socket)
    socket.once('close', () => this.#open.delete(socket))
  }

  #track(request: IncomingMessage, response: ServerResponse): void {
    const open = this.#open.get(request.socket)
    const entry = { request, response }
    open?.add(entry)
    response.once('close', () => open?.delete(entry))
  }
}
