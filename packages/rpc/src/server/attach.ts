import type { Connection, Dispatcher, Peer, Scope } from './types.ts'

/** An open WebSocket of any platform, such as Deno, an edge worker, or the package `ws`. */
export interface SocketLike {
  readonly bufferedAmount?: number
  send(text: string): unknown
  close(code?: number, reason?: string): unknown
  addEventListener(type: 'message', listen: (event: { readonly data: unknown }) => void): unknown
  addEventListener(type: 'close' | 'error', listen: () => void): unknown
  pause?(): void
  resume?(): void
}

/**
 * Serves the methods and subscriptions of a path over an open WebSocket. The platform handles pings and
 * limits the size of messages. In addition, messages longer than `limits.bodyBytes` are rejected.
 */
export function attachSocket(dispatcher: Dispatcher, socket: SocketLike, scope: Scope): Connection {
  const peer: Peer = {
    get bufferedAmount() {
      return socket.bufferedAmount ?? 0
    },
    send: (text) => void socket.send(text),
    close: (code, reason) => void socket.close(code, reason),
    pause: () => socket.pause?.(),
    resume: () => socket.resume?.(),
  }
  const connection = dispatcher.connect(peer, { ...scope, transport: 'ws' })
  const limit = dispatcher.limits.bodyBytes
  socket.addEventListener('message', ({ data }) => {
    const size = sizeOf(data)
    if (size > limit) {
      socket.close(1009, `message exceeds ${limit} bytes`)
      connection.close()
    } else connection.receive(messageText(data))
  })
  socket.addEventListener('close', () => connection.close())
  socket.addEventListener('error', () => connection.close())
  return connection
}

function sizeOf(data: unknown): number {
  if (typeof data === 'string') return data.length
  return data instanceof ArrayBuffer || ArrayBuffer.isView(data) ? data.byteLength : 0
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
