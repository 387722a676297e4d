import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import { type ErrorDetails, HttpError, ProtocolError, TransportError } from '../../errors.ts'
import { joinHeaders } from '../../headers.ts'
import { dial as dialGlobal } from './dial-global.ts'
import { redactedUrl, separateCredentials } from '../../url-credentials.ts'
import type { ChannelEvents, Outgoing } from '../../channel/channel.ts'
import type { Dial } from './open-socket.ts'

const DEFAULT_MAX_MESSAGE_BYTES = 64 * 1024 * 1024
/** Time limit in milliseconds for the server to complete the closing handshake. */
const CLOSE_MS = 2000
/** Maximum number of unsent bytes. If it is exceeded, pings are not responded to. */
const MAX_UNSENT = 1024 * 1024

/** Connects with the package `ws`, since Node 20 has no WebSocket and later versions cannot send pings. */
export const dial: Dial = async (address, events, options, signal) => {
  if (options.webSocket) return dialGlobal(address, events, options, signal)
  // Loaded with the first connection, because many programs never open one.
  const ws = await import('ws')
  signal.throwIfAborted()
  const { url, authorization } = separateCredentials(address)
  const { maxBytes: maxPayload = DEFAULT_MAX_MESSAGE_BYTES } = options
  const socket = new ws.WebSocket(url, {
    headers: joinHeaders(authorization, options.headers),
    maxPayload,
    perMessageDeflate: false,
    autoPong: false,
  })
  const shown = redactedUrl(url)
  const connected = opened(socket, shown, signal)
  listen(socket, shown, events)
  const connection = await connected
  // A long message takes time, and a pong comes after it.
  connection.on('data', () => events.alive())
  return openSocket(socket, connection)
}

/** Resolves with the TCP connection when the WebSocket is open. */
function opened(socket: WebSocket, shown: string, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      reject(signal.reason as Error)
      socket.terminate()
    }
    signal.addEventListener('abort', abort)
    socket.once('upgrade', (response) => {
      socket.once('open', () => {
        signal.removeEventListener('abort', abort)
        resolve(response.socket)
      })
    })
    socket.once('unexpected-response', (_request, response) => {
      void refusal(shown, response).then(reject)
    })
    socket.once('error', (cause: NodeJS.ErrnoException) => {
      signal.removeEventListener('abort', abort)
      const isNetwork = cause.syscall !== undefined || cause.code !== undefined
      reject(
        isNetwork
          ? new TransportError(`Could not connect to ${shown}`, { cause })
          : new ProtocolError(`WebSocket handshake with ${shown} failed: ${cause.message}`),
      )
    })
  })
}

/** Returns the error for a rejected handshake, with the start of the response body. */
async function refusal(shown: string, response: IncomingMessage): Promise<Error> {
  let body = ''
  try {
    for await (const chunk of response.setEncoding('utf8')) {
      body += String(chunk)
      if (body.length >= 1000) break
    }
  } catch {
    // The connection was lost while reading the body. The error contains the status and the start of the
    // body.
  }
  const status = response.statusCode ?? 0
  const message = `${shown} rejected the WebSocket handshake with status ${status}`
  return new HttpError(message, { status, body: body.slice(0, 1000) })
}

function listen(socket: WebSocket, shown: string, events: ChannelEvents): void {
  let isOpen = false
  const end = (error: Error): void => {
    if (isOpen) events.end(error)
    isOpen = false
  }
  const violated = (what: string, details: ErrorDetails): void =>
    end(new ProtocolError(`${shown} violated the WebSocket protocol: ${what}`, details))
  socket.once('open', () => {
    isOpen = true
  })
  socket.on('message', (data: Buffer, isBinary) => {
    if (!isOpen) return
    if (!isBinary) return events.text(data.toString('utf8'))
    closeSocket(socket, 1003, 'binary message, expected text')
    violated('binary message, expected text', { data: 'binary' })
  })
  socket.on('ping', (payload) => {
    // A peer that sends pings but never reads the pongs must not exhaust memory (RFC 6455, section 5.5.3).
    if (socket.bufferedAmount < MAX_UNSENT) socket.pong(payload, undefined, () => {})
    events.alive()
  })
  socket.on('pong', () => events.alive())
  socket.on('error', (cause: NodeJS.ErrnoException) => {
    terminateLater(socket)
    if (cause.code?.startsWith('WS_ERR')) violated(cause.message, { cause })
    else end(new TransportError(`Lost the connection to ${shown}`, { cause }))
  })
  socket.on('close', (code, reason) => {
    const suffix = reason.length > 0 ? `, ${reason.toString('utf8')}` : ''
    const message =
      code === 1006
        ? `Lost the connection to ${shown}`
        : `${shown} closed the connection (${code}${suffix})`
    end(new TransportError(message))
  })
}

function openSocket(socket: WebSocket, connection: Socket): Outgoing {
  return {
    send: (text) => socket.send(text, () => {}),
    close: (code = 1000, reason = '') => closeSocket(socket, code, reason),
    get bufferedAmount() {
      return socket.bufferedAmount
    },
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    ping: () => socket.ping(undefined, undefined, () => {}),
    keepAlive: (active) => void (active ? connection.ref() : connection.unref()),
  }
}

function closeSocket(socket: WebSocket, code: number, reason: string): void {
  // A paused socket would not receive the response to the closing handshake.
  socket.resume()
  socket.close(code, Buffer.from(reason).subarray(0, 120))
  terminateLater(socket)
}

/** Without the limit, a server that does not close keeps the process alive for the 30 seconds of `ws`. */
function terminateLater(socket: WebSocket): void {
  setTimeout(() => socket.terminate(), CLOSE_MS).unref()
}
