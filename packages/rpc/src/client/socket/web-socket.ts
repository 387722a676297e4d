import { TransportError } from '../../errors.ts'
import { addressOf } from '../http-options.ts'
import { isRoute } from '../message.ts'
import { redactedUrl, separateCredentials } from '../../url-credentials.ts'
import type { Transport } from '../types.ts'
import { Connection, type WebSocketOptions } from './connection.ts'
import { socketPath } from './socket-path.ts'
import type { Dial } from './open-socket.ts'

/** A transport that supports subscriptions. Its connections can be closed. */
export interface WebSocketTransport extends Transport {
  /** Closes the connections: calls and subscriptions in progress fail. A later call opens a new connection. */
  close(): void
}

/** Returns a transport with one WebSocket per path. `dial` opens a WebSocket on demand. */
export function socketTransport(
  dial: Dial,
  baseUrl: string,
  options: WebSocketOptions,
): WebSocketTransport {
  const base = socketAddress(baseUrl)
  const connections = new Map<string, Connection>()
  const send: Transport = async (request) => {
    if (isRoute(request)) {
      throw new TypeError('A GET route cannot be called over a WebSocket')
    }
    const path = socketPath(request)
    const connection = connections.get(path) ?? new Connection(addressOf(base, path), dial, options)
    connections.set(path, connection)
    const { events } = request
    return events ? connection.subscribe(request, events) : connection.send(request)
  }
  const close = (): void => {
    for (const connection of connections.values()) {
      connection.close(new TransportError('The transport is closed'))
    }
    connections.clear()
  }
  return Object.assign(send, { close })
}

function socketAddress(baseUrl: string): string {
  const { url } = separateCredentials(baseUrl)
  if (!URL.canParse(url) || !/^(ws|http)s?:$/.test(new URL(url).protocol)) {
    throw new TypeError(`${redactedUrl(url)} is not a ws or wss URL`)
  }
  return baseUrl.replace(/^http/i, 'ws')
}
