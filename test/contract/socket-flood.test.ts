import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { dial } from '@rpcloom/rpc/internal/dial'
import {
  openConnection,
  type SocketConnection,
} from '../../packages/rpc-conform/src/socket/connection.ts'
import { openSocketTap } from '../../packages/rpc-conform/src/socket/tap.ts'
import type { Traffic } from '@rpcloom/conform'

/**
 * Returns a frame of a server. Its payload is shorter than 64 KiB unless the header says otherwise.
 */
function sent(opcode: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(10)
  head[0] = 0x80 | opcode
  head[1] = payload.length < 126 ? payload.length : 127
  head.writeBigUInt64BE(BigInt(payload.length), 2)
  return Buffer.concat([payload.length < 126 ? head.subarray(0, 2) : head, payload])
}

/** Returns a frame of a client, with a mask of zeros. */
function asked(text: string): Buffer {
  const payload = Buffer.from(text)
  return Buffer.concat([Buffer.from([0x81, 0x80 | payload.length, 0, 0, 0, 0]), payload])
}

async function opened(serve: (socket: Socket) => void): Promise<SocketConnection> {
  const server = createServer((socket) => {
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => undefined)
    socket.once('data', (bytes: Buffer) => {
      const [, key = ''] = /sec-websocket-key: (\S+)/i.exec(bytes.toString('latin1')) ?? []
      const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      const acceptHeader = `Sec-WebSocket-Accept: ${accept.digest('base64')}\r\n\r\n`
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${acceptHeader}`,
      )
      serve(socket)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const connection = await openConnection((events) =>
    dial(`ws://127.0.0.1:${port}/`, events, {}, AbortSignal.timeout(5000)),
  )
  onTestFinished(() => connection.close())
  return connection
}

test('long unexpected messages end the connection', async () => {
  const long = sent(1, Buffer.alloc(24 * 1024 * 1024, 32))
  const connection = await opened((socket) => {
    for (let count = 0; count < 3; count++) socket.write(long)
  })
  // The test reads the messages only after all of them have arrived.
  while (!connection.isOver) await new Promise((go) => setTimeout(go, 5))
  expect(await connection.next(1000)).toMatchObject({
    kind: 'ended',
    error: { message: expect.stringContaining('3 messages of 75497472 characters') },
  })
})

test('a peer that sends endless pings and reads nothing gets a limited number of pongs', async () => {
  const pings = 200_000
  const one = sent(9, Buffer.alloc(125))
  let read = 0
  let reader: Socket | undefined
  const connection = await opened((socket) => {
    reader = socket.pause()
    socket.write(Buffer.concat(Array.from({ length: pings }, () => one)))
    socket.write(sent(1, Buffer.from('over')))
  })
  expect(await connection.next(20_000)).toEqual({ kind: 'text', text: 'over' })
  connection.close()
  reader?.on('data', (bytes: Buffer) => (read += bytes.length)).resume()
  if (reader) await once(reader, 'end')
  expect(read).toBeGreaterThan(131)
  // A mask makes a pong four bytes longer than its ping.
  expect(read).toBeLessThan(pings * 131)
})

test.each([
  ['without a reason', 'HTTP/1.1 101\r\nUpgrade: websocket\r\n\r\n', 1],
  ['after others of the same type', 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 101 Yes\r\n\r\n', 1],
  ['of another type', 'HTTP/1.1 200 OK\r\n\r\n', 0],
  ['that ends with one of the same type', 'HTTP/1.1 103 Early Hints\r\n\r\n', 0],
])('a handshake response %s is read byte by byte', (_name, head, count) => {
  const seen: Traffic[] = []
  const tap = openSocketTap('/', {
    onTraffic: (one) => seen.push(one),
    onServerMessage: () => undefined,
  })
  tap.fromClient(asked('{"jsonrpc":"2.0","id":1,"method":"m"}'))
  const answer = sent(1, Buffer.from('{"jsonrpc":"2.0","id":1,"result":1}'))
  for (const byte of Buffer.concat([Buffer.from(head), answer])) tap.fromServer(Buffer.from([byte]))
  expect(seen).toHaveLength(count)
})
