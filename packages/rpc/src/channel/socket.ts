import { TransportError } from '../errors.ts'
import type { Dial, DialOptions } from '../client/socket/open-socket.ts'
import type { Dialer } from '../peer/connected.ts'
import { redialled, type RedialOptions } from '../peer/redial.ts'
import type { Channel, ChannelEvents } from './channel.ts'

/** Options of WebSockets to an address. */
export interface SocketOptions extends DialOptions, RedialOptions {}

/** Returns a channel over a WebSocket. */
export interface OpenSocket {
  /** Returns a channel over an open WebSocket, for servers. */
  (webSocket: SocketLike): Channel
  /** Returns what opens WebSockets to an address, for peers that connect again after a loss. */
  (url: string, options?: SocketOptions): Dialer
}

/** Returns the function `socket` of a platform, which opens WebSockets with `dial`. */
/* @__NO_SIDE_EFFECTS__ */
export function socketWith(dial: Dial): OpenSocket {
  function socket(webSocket: SocketLike): Channel
  function socket(url: string, options?: SocketOptions): Dialer
  function socket(target: SocketLike | string, options: SocketOptions = {}): Channel | Dialer {
    if (typeof target !== 'string') return socketChannel(target)
    return {
      redial: (newPeer) =>
        redialled((events, signal) => dial(target, events, options, signal), newPeer, options),
    }
  }
  return socket
}

/** An open WebSocket of any platform, such as a browser, Deno, an edge worker, or the package `ws`. */
export interface SocketLike {
  readonly bufferedAmount?: number
  readonly readyState?: number
  send(text: string): unknown
  close(code?: number, reason?: string): unknown
  addEventListener(type: 'message', listen: (event: { readonly data: unknown }) => void): unknown
  addEventListener(type: 'open' | 'close' | 'error', listen: () => void): unknown
  pause?(): void
  resume?(): void
}

/** Value of `readyState` while a WebSocket connects. */
const CONNECTING = 0

/** Returns a channel over an open WebSocket. The platform handles pings and limits the size of messages. */
function socketChannel(socket: SocketLike): Channel {
  const unsent: string[] = []
  /** Messages received before `listen` was called. */
  const early: (string | undefined)[] = []
  let events: ChannelEvents | undefined
  let error: Error | undefined
  const end = (): void => {
    error ??= new TransportError('The other end closed the WebSocket')
    events?.end(error)
  }
  socket.addEventListener('message', ({ data }) => {
    const text = messageText(data)
    if (events) events.text(text)
    else early.push(text)
  })
  socket.addEventListener('open', () => {
    for (const text of unsent.splice(0)) socket.send(text)
  })
  socket.addEventListener('close', end)
  socket.addEventListener('error', end)
  return {
    send(text) {
      if (socket.readyState === CONNECTING) unsent.push(text)
      else socket.send(text)
    },
    listen(given) {
      const deliver = (): void => {
        for (const text of early.splice(0)) given.text(text)
        events = given
        if (error) given.end(error)
      }
      // What came before is delivered later, since the listener may still be under construction.
      if (early.length > 0 || error) queueMicrotask(deliver)
      else deliver()
    },
    close(code, reason) {
      try {
        socket.close(code, reason)
      } catch {
        // Browsers only accept code 1000 and the codes for applications (3000 to 4999).
        socket.close(3000 + ((code ?? 0) % 1000), reason)
      }
    },
    get bufferedAmount() {
      return socket.bufferedAmount ?? 0
    },
    ...(socket.pause && { pause: () => socket.pause?.(), resume: () => socket.resume?.() }),
  }
}

/** Returns the text of a message; `undefined` for blobs and for bytes that are not UTF-8. */
function messageText(data: unknown): string | undefined {
  if (typeof data === 'string') return data
  if (!(data instanceof ArrayBuffer) && !ArrayBuffer.isView(data)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(data)
  } catch {
    return undefined
  }
}
