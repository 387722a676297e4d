import { isAscii, isUtf8 } from 'node:buffer'
import type { Duplex } from 'node:stream'
import type { Connection, Dispatcher, Peer, Scope } from '../types.ts'
import { closeCodeOf, closePayload } from './close.ts'
import { FrameReader } from './frame-reader.ts'
import { frameOf, opcodes, ProtocolFault } from './frame.ts'

/** How long the other side has for its half of the closing handshake. */
const CLOSE_TIMEOUT_MS = 2000

/** The server's end of a WebSocket over a socket of node:http, without extensions. */
export class NodeSocket implements Peer {
  readonly #socket: Duplex
  readonly #connection: Connection
  readonly #reader: FrameReader
  readonly #decode: 'strict' | 'lenient'
  readonly closed: Promise<void>
  #isClosing = false
  #isPaused = false
  /** Whether anything came since the last ping. */
  #isAlive = true

  constructor(socket: Duplex, dispatcher: Dispatcher, scope: Scope) {
    this.#socket = socket
    const route = dispatcher.route(scope.path ?? '/', 'ws')
    this.#decode = route?.conduct.name === 'spec' ? 'strict' : 'lenient'
    this.#connection = dispatcher.connect(this, { ...scope, transport: 'ws' })
    this.#reader = new FrameReader(dispatcher.limits.bodyBytes, (opcode, payload) =>
      this.#take(opcode, payload),
    )
    socket.on('data', (chunk: Buffer) => this.#read(chunk))
    socket.on('drain', () => this.#connection.drained())
    // A client that half-closes has gone without a word.
    socket.on('end', () => socket.end())
    socket.on('error', () => socket.destroy())
    this.closed = new Promise((resolve) => {
      socket.on('close', () => {
        this.#isClosing = true
        this.#connection.close()
        resolve()
      })
    })
  }

  get bufferedAmount(): number {
    return this.#socket.writableLength
  }

  send(text: string): void {
    if (!this.#isClosing) this.#socket.write(frameOf(opcodes.text, text))
  }

  pause(): void {
    this.#isPaused = true
    this.#socket.pause()
  }

  resume(): void {
    if (!this.#isPaused) return
    this.#isPaused = false
    this.#socket.resume()
  }

  /** Begins the closing handshake; the socket ends with it, or soon without it. */
  close(code: number, reason: string): void {
    if (this.#isClosing) return
    this.#isClosing = true
    this.#connection.close(new Error(reason))
    this.#socket.write(frameOf(opcodes.close, closePayload(code, reason)))
    this.#socket.resume()
    this.#endSoon()
  }

  #endSoon(): void {
    const timer = setTimeout(() => this.#socket.destroy(), CLOSE_TIMEOUT_MS)
    this.#socket.once('close', () => clearTimeout(timer))
  }

  /** Answers what is under way, then says goodbye. */
  async finish(): Promise<void> {
    await this.#connection.finish()
    this.close(1001, 'the server stops')
  }

  /** Asks for a sign of life, and ends a connection that gave none since it was last asked. */
  ping(): void {
    if (this.#isPaused || this.#isClosing) return
    if (!this.#isAlive) return void this.#socket.destroy()
    this.#isAlive = false
    this.#socket.write(frameOf(opcodes.ping, ''))
  }

  terminate(): void {
    this.#socket.destroy()
  }

  #read(chunk: Buffer): void {
    this.#isAlive = true
    // Answers that are ready at once leave together.
    this.#socket.cork()
    try {
      this.#reader.read(chunk)
    } catch (error) {
      if (!(error instanceof ProtocolFault)) throw error
      this.#fail(error)
    } finally {
      this.#socket.uncork()
    }
  }

  #take(opcode: number, payload: Buffer): void {
    switch (opcode) {
      case opcodes.text:
      case opcodes.binary:
        return this.#isClosing ? undefined : this.#receive(opcode, payload)
      case opcodes.ping:
        // Who pings without reading gets no more answers than fit.
        if (!this.#isClosing && !this.#socket.writableNeedDrain) {
          this.#socket.write(frameOf(opcodes.pong, payload))
        }
        return
      case opcodes.close:
        return this.#closedByPeer(payload)
      default:
        return
    }
  }

  #receive(opcode: number, payload: Buffer): void {
    // ASCII is copied, not decoded.
    if (isAscii(payload)) return this.#connection.receive(payload.toString('latin1'))
    if (!isUtf8(payload)) {
      if (opcode === opcodes.text) throw new ProtocolFault(1007, 'text is no UTF-8')
      if (this.#decode === 'strict') return this.#connection.receive(undefined)
    }
    this.#connection.receive(payload.toString('utf8'))
  }

  #closedByPeer(payload: Buffer): void {
    const code = closeCodeOf(payload)
    if (!this.#isClosing) {
      this.#isClosing = true
      this.#connection.close()
      this.#socket.write(frameOf(opcodes.close, closePayload(code, '')))
    }
    // The side that serves ends the connection first (RFC 6455, section 7.1.1).
    this.#socket.end()
    this.#endSoon()
  }

  /** Says why, and reads no further: what follows a fault means nothing. */
  #fail({ code, message }: ProtocolFault): void {
    this.#socket.removeAllListeners('data')
    if (!this.#isClosing) {
      this.#isClosing = true
      this.#connection.close(new Error(message))
      this.#socket.write(frameOf(opcodes.close, closePayload(code, message)))
    }
    this.#socket.end()
    this.#socket.resume()
    this.#endSoon()
  }
}
