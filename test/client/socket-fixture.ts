import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

/** A call that a fake node received. */
export interface Call {
  readonly id?: number | string
  readonly method: string
  readonly params?: readonly unknown[]
}

export type Manner = (socket: WebSocket, calls: readonly Call[], text: string) => void

/** A fake node on a free port, with its connections and everything that it received. */
export interface FakeNode {
  readonly url: string
  readonly sockets: Set<WebSocket>
  readonly paths: string[]
  readonly calls: Call[]
  connections: number
  emit(subscription: unknown, result: unknown): void
  /** Drops every connection without a close frame. */
  drop(): void
  close(): Promise<void>
}

let lastSubscription = 0

/** The most recent subscription of any fake node. */
export function newestSubscription(): string {
  return `0x${lastSubscription.toString(16)}`
}

/** Sums, subscribes and unsubscribes like a real node. */
export const well: Manner = (socket, calls, text) => {
  const answers = calls.flatMap(({ id, method, params = [] }) =>
    id === undefined ? [] : [{ jsonrpc: '2.0', id, ...answerTo(method, params) }],
  )
  if (answers.length > 0) socket.send(JSON.stringify(text.startsWith('[') ? answers : answers[0]))
}

function answerTo(method: string, params: readonly unknown[]): object {
  if (method === 'eth_subscribe') return { result: `0x${(++lastSubscription).toString(16)}` }
  if (method === 'eth_unsubscribe') return { result: true }
  if (method === 'eth_add')
    return { result: params.reduce((sum: number, one) => sum + Number(one), 0) }
  return { error: { code: -32601, message: 'Method not found' } }
}

export async function fakeNode(manner: Manner = well, port: number = 0): Promise<FakeNode> {
  const server = new WebSocketServer({ port, host: '127.0.0.1' })
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address() as AddressInfo
  const node: FakeNode = {
    url: `ws://127.0.0.1:${address.port}`,
    sockets: new Set(),
    paths: [],
    calls: [],
    connections: 0,
    emit(subscription, result) {
      const params = { subscription, result }
      const text = JSON.stringify({ jsonrpc: '2.0', method: 'eth_subscription', params })
      for (const socket of node.sockets) socket.send(text)
    },
    drop: () => {
      for (const socket of node.sockets) socket.terminate()
    },
    close: () => {
      node.drop()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  server.on('connection', (socket, request) => {
    node.connections++
    node.sockets.add(socket)
    node.paths.push(request.url ?? '')
    socket.on('close', () => node.sockets.delete(socket))
    socket.on('message', (data: Buffer) => {
      const text = data.toString()
      const calls = ([] as Call[]).concat(JSON.parse(text) as Call)
      node.calls.push(...calls)
      manner(socket, calls, text)
    })
  })
  return node
}

/** Resolves as soon as the condition is true. The timeout of the test limits the wait. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 2))
}
