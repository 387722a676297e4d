import { createHash, randomBytes } from 'node:crypto'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Socket } from 'node:net'
import { HttpError, ProtocolError, TransportError } from '../../errors.ts'
import { dial as dialGlobal } from './dial-global.ts'
import { closePayload, frame, FrameFault, FrameReader, opcodes } from './frames.ts'
import { shownAddress, type Dial, type DialOptions, type Wire, type WireEvents } from './wire.ts'

const DEFAULT_MAX_BYTES = 64 * 1024 * 1024
/** How long the other side has to take its leave before the connection is cut. */
const CLOSE_MS = 2000
/** Bytes that wait to be sent, behind which pings are left unanswered. */
const MAX_UNREAD = 1024 * 1024

/** Connects over node:http: Node 20 has no WebSocket, and that of later versions sends no pings. */
export const dial: Dial = async (url, events, options, signal) => {
  if (options.webSocket) return dialGlobal(url, events, options, signal)
  const shown = shownAddress(url)
  const { socket, rest } = await upgraded(url, options, signal)
  return wireOver(socket, rest, { events, shown, maxBytes: options.maxBytes ?? DEFAULT_MAX_BYTES })
}

interface Upgraded {
  readonly socket: Socket
  /** What came with the answer already. */
  readonly rest: Buffer
}

function upgraded(url: string, options: DialOptions, signal: AbortSignal): Promise<Upgraded> {
  const address = new URL(url)
  const shown = shownAddress(url)
  const isSecure = address.protocol === 'wss:'
  const key = randomBytes(16).toString('base64')
  // node:http knows no ws addresses, and takes user and password from the address.
  address.protocol = isSecure ? 'https:' : 'http:'
  return new Promise((resolve, reject) => {
    const outgoing = (isSecure ? httpsRequest : httpRequest)(address, {
      agent: false,
      signal,
      headers: {
        ...options.headers,
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': key,
      },
    })
    outgoing.on('error', (cause) =>
      reject(
        signal.aborted
          ? (signal.reason as Error)
          : new TransportError(`No connection to ${shown}`, { cause }),
      ),
    )
    outgoing.on('response', (response) => {
      void refusal(shown, response).then(reject)
    })
    outgoing.on('upgrade', (response, socket: Socket, rest) => {
      const fault = faultOf(response, key)
      if (fault === undefined) return resolve({ socket, rest })
      reject(new ProtocolError(`${shown} speaks no WebSocket: ${fault}`))
      socket.destroy()
    })
    outgoing.end()
  })
}

/** The error for an answer that opens no connection, with the first part of its body. */
async function refusal(shown: string, response: IncomingMessage): Promise<Error> {
  let body = ''
  try {
    for await (const chunk of response.setEncoding('utf8')) {
      body += String(chunk)
      if (body.length >= 1000) break
    }
  } catch {
    // The status says enough where the body breaks off.
  }
  const status = response.statusCode ?? 0
  const message = `${shown} opens no WebSocket: it answers ${status}`
  return new HttpError(message, { status, body: body.slice(0, 1000) })
}

function faultOf({ headers }: IncomingMessage, key: string): string | undefined {
  const want = createHash('sha1')
    .update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
    .digest('base64')
  if (headers['sec-websocket-accept'] !== want) return 'the accept key is wrong'
  if (headers['sec-websocket-extensions']) return 'it insists on extensions'
  return undefined
}

interface WireParts {
  readonly events: WireEvents
  readonly shown: string
  readonly maxBytes: number
}

function wireOver(socket: Socket, rest: Buffer, { events, shown, maxBytes }: WireParts): Wire {
  let state: 'open' | 'closing' | 'ended' = 'open'
  const write = (opcode: number, payload: Buffer): void => {
    if (socket.writable) socket.write(frame(opcode, payload))
  }
  const end = (error: Error): void => {
    if (state === 'ended') return
    state = 'ended'
    events.end(error)
  }
  const close = (code: number, reason: string): void => {
    if (state !== 'open') return
    state = 'closing'
    write(opcodes.close, closePayload(code, reason))
    socket.end()
    setTimeout(() => socket.destroy(), CLOSE_MS).unref()
  }
  const reader = new FrameReader(
    {
      text: (text) => events.text(text),
      pong: () => events.alive(),
      ping(payload) {
        // Who asks without end and reads no answer must not fill the memory (RFC 6455, section 5.5.3).
        if (socket.writableLength < MAX_UNREAD) write(opcodes.pong, payload)
        events.alive()
      },
      close(code, reason) {
        const said = reason && `, ${reason.slice(0, 123)}`
        close(1000, '')
        end(new TransportError(`${shown} closed the connection (${code}${said})`))
      },
    },
    maxBytes,
  )
  const read = (chunk: Buffer): void => {
    if (state === 'ended') return
    try {
      reader.push(chunk)
    } catch (error) {
      if (!(error instanceof FrameFault)) throw error
      close(error.closeCode, error.message)
      const message = `${shown} breaks the WebSocket protocol: ${error.message}`
      end(new ProtocolError(message, { cause: error }))
      socket.destroySoon()
    }
  }
  socket.setNoDelay(true)
  socket.setTimeout(0)
  socket.on('data', read)
  socket.on('error', (cause) =>
    end(new TransportError(`The connection to ${shown} broke`, { cause })),
  )
  socket.on('close', () => end(new TransportError(`The connection to ${shown} broke`)))
  if (rest.length > 0) socket.unshift(rest)
  return {
    send: (text) => write(opcodes.text, Buffer.from(text)),
    close,
    ping: () => write(opcodes.ping, Buffer.alloc(0)),
    hold: (active) => void (active ? socket.ref() : socket.unref()),
  }
}
