import type { Writable } from 'node:stream'
import * as ws from 'ws'
import { type Listener, openConversation } from './conversation.ts'
import { ProtocolError } from '@rpcloom/rpc'
import { failureOf } from './connection.ts'

/** Observes a connection from its bytes, without changing them. */
export interface SocketTap {
  /** Called with the bytes that the client sends after its handshake. */
  readonly fromClient: (chunk: Buffer) => void
  /** Called with the bytes that the server sends, starting with the handshake response. */
  readonly fromServer: (chunk: Buffer) => void
  /** Called when the connection ended. */
  readonly end: () => void
}

/** Maximum message size. After a longer message, the connection is no longer observed. */
const MAX_BYTES = 32 * 1024 * 1024
/** Maximum size of a handshake response. */
const MAX_HEAD = 16 * 1024

/**
 * Parses the messages of a WebSocket connection without extensions. A protocol violation ends the
 * observation. If the server violates the protocol, open requests are reported as failed.
 */
export function openSocketTap(path: string, listener: Listener): SocketTap {
  const conversation = openConversation(path, listener)
  /** Whether the observation has ended. */
  let isOver = false
  let isClosing = false
  let head: Buffer | undefined = Buffer.alloc(0)
  const fail = (error: Error): void => {
    if (!isOver && !isClosing) conversation.broken(failureOf(error, 0))
    isOver = true
  }
  const fromClient = receiver(true)
  fromClient.on('message', (data: Buffer, isBinary: boolean) => {
    if (!isBinary) conversation.sent(data.toString('utf8'))
  })
  fromClient.on('conclude', () => {
    isClosing = true
  })
  fromClient.on('error', () => {
    isOver = true
  })
  const fromServer = receiver(false)
  fromServer.on('message', (data: Buffer, isBinary: boolean) => {
    if (isBinary) fail(new ProtocolError('the server sent a binary message', { data: 'binary' }))
    else if (!isOver) conversation.received(data.toString('utf8'))
  })
  fromServer.on('conclude', (code: number) => {
    fail(new Error(`the server closed the connection with code ${code}`))
  })
  fromServer.on('error', (cause) => {
    const what = `the server violated the WebSocket protocol: ${cause.message}`
    fail(new ProtocolError(what, { cause }))
  })
  return {
    fromClient(chunk) {
      // The parser unmasks bytes in place, so it gets a copy: the original bytes have yet to be sent.
      if (!isOver) fromClient.write(Buffer.from(chunk))
    },
    fromServer(chunk) {
      if (isOver) return
      const bytes = head === undefined ? chunk : Buffer.concat([head, chunk])
      const frames = head === undefined ? bytes : afterHead(bytes)
      if (frames === 'incomplete') head = bytes
      else if (frames === 'refused') isOver = true
      else {
        head = undefined
        if (frames.length > 0) fromServer.write(Buffer.from(frames))
      }
    },
    end: () => fail(new Error('the connection was closed')),
  }
}

/** Creates the frame parser of `ws`, which is missing from the type declarations of `ws`. */
function receiver(isServer: boolean): Writable {
  const { Receiver } = ws as unknown as {
    readonly Receiver: new (options: object) => Writable
  }
  return new Receiver({ isServer, maxPayload: MAX_BYTES, allowSynchronousEvents: true })
}

function afterHead(bytes: Buffer): Buffer | 'incomplete' | 'refused' {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return bytes.length > MAX_HEAD ? 'refused' : 'incomplete'
  const [, status] = /^HTTP\/1\.1 (1\d\d)[ \r]/.exec(bytes.toString('latin1', 0, 13)) ?? []
  if (status === undefined) return 'refused'
  const rest = bytes.subarray(end + 4)
  // Informational responses (1xx) precede the final response.
  return status === '101' ? rest : afterHead(rest)
}
