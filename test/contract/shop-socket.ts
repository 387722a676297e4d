import { once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { isRecord } from '@rpcloom/rpc'
import { tea } from './shop-document.ts'
import { type Fault, spoken } from './shop-server.ts'

type Members = Readonly<Record<string, unknown>>

/** An injected fault. Omitted members work as documented. */
export interface SocketFault {
  /** For single responses and batches, as over HTTP. */
  readonly fault?: Fault
  /** Changes an event. */
  readonly event?: (event: Members) => unknown
  /**
   * Returns what is sent instead of a response. The function may close `socket`; `last` is the ID
   * of the previous call.
   */
  readonly out?: (answer: Out) => readonly (string | Buffer)[]
}

export interface Out {
  readonly text: string
  /** The method of a single call; empty for an invalid request. */
  readonly method: string
  readonly socket: WebSocket
  readonly open: Open
}

export interface Open {
  /** ID of the previous call. */
  last: unknown
  /** Open subscriptions, and the subscription that ended last. */
  readonly subscriptions: Set<string>
  ended: string | undefined
  count: number
}

export interface SocketShop {
  readonly url: string
  readonly plant: (fault: SocketFault) => void
  readonly opened: () => number
  /** Headers of the last handshake. */
  readonly headers: () => IncomingHttpHeaders
  readonly close: () => void
}

/** The shop over WebSocket, which conforms to its document until a fault is injected. */
export async function openSocketShop(): Promise<SocketShop> {
  let fault: SocketFault = {}
  let opened = 0
  let headers: IncomingHttpHeaders = {}
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', path: '/shop/ws' })
  await once(server, 'listening')
  server.on('connection', (socket, request) => {
    opened++
    headers = request.headers
    const open: Open = { last: undefined, subscriptions: new Set(), ended: undefined, count: 0 }
    socket.on('message', (data: Buffer) => serve(data.toString('utf8'), { socket, open, fault }))
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `ws://127.0.0.1:${port}`,
    plant: (next) => {
      fault = next
    },
    opened: () => opened,
    headers: () => headers,
    close: () => {
      for (const socket of server.clients) socket.terminate()
      server.close()
    },
  }
}

interface Serving {
  readonly socket: WebSocket
  readonly open: Open
  readonly fault: SocketFault
}

export const eventOf = (subscription: unknown, result: unknown = tea): Members => ({
  jsonrpc: '2.0',
  method: 'shop.event',
  params: { subscription, result },
})

function serve(text: string, { socket, open, fault }: Serving): void {
  const before = open.subscriptions.size
  const { method, body } = answered(text, open, fault.fault ?? {})
  const out = fault.out ?? (({ text: plain }) => [plain])
  for (const one of body === '' ? [] : out({ text: body, method, socket, open })) {
    // `ws` sends a buffer in place of a string as a text frame, whatever its bytes are.
    socket.send(one, { binary: Buffer.isBuffer(one) && one.length !== 4 })
  }
  open.last = idIn(text)
  if (open.subscriptions.size === before) return
  const [own] = [...open.subscriptions].slice(-1)
  const payload = kindIn(text) === 'sales' ? tea : '3.50'
  for (let count = open.subscriptions.size > before ? 3 : 0; count > 0; count--) {
    const event = eventOf(own, payload)
    const sent = fault.event ? fault.event(event) : event
    if (sent !== undefined) socket.send(JSON.stringify(sent))
  }
}

function answered(
  text: string,
  open: Open,
  fault: Fault,
): { readonly method: string; readonly body: string } {
  const call = parsed(text)
  const method = isRecord(call) ? String(call['method']) : ''
  if (!isRecord(call) || !method.endsWith('subscribe')) {
    const { reply } = spoken(text, fault)
    return { method, body: String(reply.body) }
  }
  if (!('id' in call)) return { method, body: '' }
  const plain = { jsonrpc: '2.0', id: call['id'], ...outcome(method, call['params'], open) }
  return { method, body: JSON.stringify(fault.answer ? fault.answer(plain, call) : plain) }
}

function outcome(method: string, params: unknown, open: Open): Members {
  const refused = (code: number): Members => ({ error: { code, message: `error ${code}` } })
  if (method === 'shop.unsubscribe') {
    const id = isRecord(params) ? params['subscription'] : undefined
    if (typeof id !== 'string') return refused(-32602)
    if (!open.subscriptions.delete(id)) return refused(-32003)
    open.ended = id
    return { result: true }
  }
  const [kind, above] = Array.isArray(params) ? (params as readonly unknown[]) : []
  const fits = above === undefined || (Number.isInteger(above) && Number(above) > 0)
  const isKnown = kind === 'sales' || kind === 'prices'
  if (!isKnown || !fits || Number(above) > 100) return refused(-32602)
  const id = `s${++open.count}`
  open.subscriptions.add(id)
  return { result: id }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function idIn(text: string): unknown {
  const call = parsed(text)
  return isRecord(call) ? call['id'] : undefined
}

function kindIn(text: string): unknown {
  const call = parsed(text)
  const params = isRecord(call) ? call['params'] : undefined
  return Array.isArray(params) ? params[0] : undefined
}
