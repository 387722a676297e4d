import { isUtf8 } from 'node:buffer'
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Channel, ChannelEvents } from '../../channel/channel.ts'
import { TransportError } from '../../errors.ts'
import type { Attached, Dispatcher, Scope } from '../types.ts'
import {
  bufferedBytes,
  SHORT_BODY,
  type BufferedBytes,
  type BufferedMessage,
} from '../buffered-bytes.ts'

/** Time limit in milliseconds for the peer to complete the closing handshake. */
const CLOSE_TIMEOUT_MS = 2000

/** The server's side of a WebSocket. */
export class NodeSocket implements Channel {
  readonly closed: Promise<void>
  readonly #socket: Duplex
  readonly #webSocket: WebSocket
  readonly #attached: Attached
  readonly #unsent: BufferedBytes
  readonly #receiving: BufferedMessage
  readonly #isStrict: boolean
  /** Number of bytes of frames since the last complete message, except pings and pongs. */
  #receivedBytes = 0
  /** The part of them that is counted in `#receiving`. */
  #bufferedBytes = 0
  #events: ChannelEvents | undefined
  #isPaused = false
  /** Whether anything was received since the last ping. */
  #isAlive = true

  constructor(webSocket: WebSocket, socket: Duplex, { dispatcher, scope }: Serving) {
    this.#socket = socket
    this.#webSocket = webSocket
    this.#unsent = bufferedBytes(dispatcher, 'unsentBytes')
    this.#receiving = bufferedBytes(dispatcher, 'receivingBytes').message(() =>
      webSocket.terminate(),
    )
    this.#isStrict = scope.route?.dialect.http.strictText ?? true
    this.#attached = dispatcher.attach(this, { ...scope, transport: 'ws' })
    dispatcher.connected?.(this.#attached, { ...scope, transport: 'ws' })
    webSocket.binaryType = 'nodebuffer'
    webSocket.on('message', (data: Buffer, isBinary) => this.#receive(data, isBinary))
    webSocket.on('pong', (payload) => this.#hold(-frameBytes(payload)))
    webSocket.on('ping', (payload) => {
      this.#hold(-frameBytes(payload))
      // A peer that sends pings but has stopped reading gets no pongs.
      if (!socket.writableNeedDrain) webSocket.pong(payload, undefined, () => {})
    })
    // After a protocol error, `ws` sends the close frame with the code.
    webSocket.on('error', () => this.#endSoon())
    // Before the listener of `ws`, which reports the messages in the chunk.
    socket.prependListener('data', (chunk: Buffer) => {
      this.#isAlive = true
      this.#hold(chunk.length)
    })
    socket.on('drain', () => this.#events?.drain())
    this.closed = new Promise((resolve) => {
      webSocket.on('close', () => {
        this.#release()
        this.#events?.end(new TransportError('The client disconnected'))
        resolve()
      })
    })
  }

  listen(events: ChannelEvents): void {
    this.#events = events
  }

  get bufferedAmount(): number {
    return this.#webSocket.bufferedAmount
  }

  send(text: string): void {
    if (!this.#isOpen) return
    const transmitted = this.#unsent.add(Buffer.byteLength(text), () => this.#webSocket.terminate())
    this.#webSocket.send(text, transmitted)
  }

  get #isOpen(): boolean {
    return this.#webSocket.readyState === this.#webSocket.OPEN
  }

  pause(): void {
    this.#isPaused = true
    this.#webSocket.pause()
  }

  resume(): void {
    if (!this.#isPaused) return
    this.#isPaused = false
    this.#webSocket.resume()
  }

  /** Starts the closing handshake. The connection ends when the handshake completes, or after a timeout. */
  close(code: number = 1000, reason: string = ''): void {
    if (!this.#isOpen) return
    this.#webSocket.close(code, reason)
    this.#webSocket.resume()
    this.#endSoon()
  }

  #endSoon(): void {
    const timer = setTimeout(() => this.#webSocket.terminate(), CLOSE_TIMEOUT_MS)
    this.#socket.once('close', () => clearTimeout(timer))
  }

  /** Waits for calls in progress, then closes. The server has the time limit. */
  finish(): Promise<void> {
    return this.#attached.close(1001, 'server shutting down', 0)
  }

  /** Sends a ping. Closes the connection if nothing was received since the previous ping. */
  ping(): void {
    if (this.#isPaused || !this.#isOpen) return
    if (!this.#isAlive) return this.#webSocket.terminate()
    this.#isAlive = false
    this.#webSocket.ping()
  }

  terminate(): void {
    this.#webSocket.terminate()
  }

  /** Counts received bytes against `limits.receivingBytes` until their message is complete. */
  #hold(bytes: number): void {
    // A message may be complete before the bytes of a ping in the same chunk are subtracted.
    this.#receivedBytes = Math.max(0, this.#receivedBytes + bytes)
    const buffered = this.#receivedBytes > SHORT_BODY && this.#isOpen ? this.#receivedBytes : 0
    if (buffered === this.#bufferedBytes) return
    if (buffered === 0) this.#receiving.release()
    else this.#receiving.grow(buffered - this.#bufferedBytes)
    this.#bufferedBytes = buffered
  }

  #release(): void {
    this.#hold(-this.#receivedBytes)
  }

  #receive(data: Buffer, isBinary: boolean): void {
    this.#release()
    if (!this.#isOpen) return
    const isText = !isBinary || !this.#isStrict || isUtf8(data)
    this.#events?.text(isText ? data.toString('utf8') : undefined)
  }
}

/** Returns the size of a ping or pong of a client: a head of two bytes, a mask of four, and the payload. */
function frameBytes(payload: Buffer): number {
  return payload.length + 6
}

export interface Serving {
  readonly dispatcher: Dispatcher
  readonly scope: Scope
}
