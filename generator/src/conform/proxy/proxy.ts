import { once } from 'node:events'
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
  type ServerResponse,
} from 'node:http'
import { request as httpsRequest } from 'node:https'
import { connect as connectPlain, type AddressInfo, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import type { Exchange, ServerMessage, Traffic } from '@rpcloom/conform'
import { openSocketTap, type SocketTap } from '@rpcloom/conform/node'
import { separateCredentials } from '@rpcloom/rpc/internal'
import { openTap, unpacked, type Tap } from './tap.ts'

export interface Proxy {
  readonly url: string
  readonly close: () => Promise<void>
}

export interface ProxyOptions {
  readonly port: number
  /**
   * Returns the address to which requests for a path are forwarded. Its scheme, host and port are used, and its own path
   * for requests to `/`.
   */
  readonly targetOf: (path: string) => URL
  readonly onTraffic: (traffic: Traffic) => void
  /** Called for a WebSocket message from the server that is not a response. */
  readonly onServerMessage: (pushed: ServerMessage) => void
}

export async function openProxy(options: ProxyOptions): Promise<Proxy> {
  const server = createServer((incoming, response) => forward(incoming, response, options))
  const tunnels = new Set<Duplex>()
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (incoming.headers.upgrade?.toLowerCase() === 'h2c') {
      restart(incoming, socket, head)
      server.emit('connection', socket)
      return
    }
    tunnels.add(socket)
    socket.once('close', () => tunnels.delete(socket))
    const { path, target } = destinationOf(incoming, options)
    const tap = isWebSocket(incoming) ? openSocketTap(path, options) : undefined
    tunnel(incoming, { socket, head, tap, path, target })
  })
  server.listen(options.port, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      for (const socket of tunnels) socket.destroy()
      await closed
    },
  }
}

interface Destination {
  readonly target: URL
  readonly path: string
}

/** Returns where a request is forwarded to. A request to `/` is for the endpoint of the target. */
function destinationOf(
  { url: path = '/' }: IncomingMessage,
  { targetOf }: Pick<ProxyOptions, 'targetOf'>,
): Destination {
  const target = targetOf(path)
  return { target, path: path === '/' ? target.pathname + target.search : path }
}

function optionsFor(
  { method, rawHeaders }: IncomingMessage,
  { target, path }: Destination,
): RequestOptions {
  return {
    protocol: target.protocol,
    hostname: target.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: target.port,
    method,
    path,
    headers: headersFor(rawHeaders, target),
    setHost: false,
  }
}

/**
 * Returns the headers to forward. The host is replaced with the target's host, or added if a request over
 * HTTP/1.0 omits it. User and password of the target are added, unless the client sends its own.
 */
function headersFor(raw: readonly string[], target: URL): string[] {
  const others = without(raw, ['host'])
  const { authorization } = separateCredentials(target.href)
  const isSent = raw.some((name, index) => index % 2 === 0 && /^authorization$/i.test(name))
  const own = isSent ? [] : Object.entries(authorization ?? {}).flat()
  return ['Host', target.host, ...own, ...others]
}

function without(raw: readonly string[], names: readonly string[]): readonly string[] {
  return raw.filter((_text, index) => {
    const name = raw[index - (index % 2)] ?? ''
    return !names.includes(name.toLowerCase())
  })
}

/**
 * Parses a request again without the HTTP/2 upgrade that some clients offer in every request. If the server
 * accepted the upgrade, the proxy could not read the connection.
 */
function restart(
  { method, url, httpVersion, rawHeaders }: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): void {
  const headers = without(rawHeaders, ['connection', 'upgrade', 'http2-settings'])
  socket.unshift(head)
  socket.unshift(headText(`${method} ${url} HTTP/${httpVersion}`, headers))
}

function headText(first: string, headers: readonly string[]): Buffer {
  const lines = headers.flatMap((name, index) =>
    index % 2 === 0 ? [`${name}: ${headers[index + 1] ?? ''}`] : [],
  )
  return Buffer.from([first, ...lines, '', ''].join('\r\n'), 'latin1')
}

function forward(incoming: IncomingMessage, response: ServerResponse, options: ProxyOptions): void {
  const destination = destinationOf(incoming, options)
  const { path, target } = destination
  const ask = target.protocol === 'https:' ? httpsRequest : httpRequest
  const [asked, answered] = [openTap(), openTap()]
  let isReported = false
  const report = (exchange: Exchange | undefined): void => {
    if (isReported) return
    isReported = true
    const body = textOf(asked, incoming)
    if (exchange === undefined || body === undefined) return
    options.onTraffic({ verb: incoming.method ?? '', path, body, exchange })
  }
  const refuse = (reason: string): void => {
    report({ kind: 'failed', reason })
    if (response.headersSent) response.destroy()
    else response.writeHead(502, 'Bad Gateway', { 'content-type': 'text/plain' }).end(`${reason}\n`)
  }
  const outgoing = ask(optionsFor(incoming, destination), (reply) => {
    const fault = forwardHead(response, reply)
    if (fault !== undefined) {
      refuse(fault)
      reply.destroy()
      return
    }
    reply.on('data', answered.take)
    reply.once('end', () => report(exchangeOf(reply, answered)))
    reply.once('error', (error) => refuse(error.message))
    reply.pipe(response)
  })
  outgoing.once('upgrade', (_reply, socket) => {
    refuse('the server switched protocols without being asked')
    socket.destroy()
  })
  outgoing.on('error', (error) => {
    // A request that the client aborted is not a fault of the server.
    if (!incoming.destroyed || incoming.complete) refuse(error.message)
  })
  response.once('close', () => {
    if (response.writableFinished) return
    isReported = true
    outgoing.destroy()
  })
  incoming.on('data', asked.take)
  incoming.pipe(outgoing)
}

/** Forwards the head of a response, and reports headers that violate HTTP. */
function forwardHead(
  response: ServerResponse,
  { statusCode = 0, statusMessage, rawHeaders }: IncomingMessage,
): string | undefined {
  try {
    response.writeHead(statusCode, statusMessage, rawHeaders)
    return undefined
  } catch (error) {
    if (error instanceof Error && 'code' in error) return error.message
    throw error
  }
}

function textOf(tap: Tap, { headers }: IncomingMessage): string | undefined {
  const bytes = tap.bytes()
  return bytes && unpacked(bytes, headers)?.toString('utf8')
}

function exchangeOf(reply: IncomingMessage, tap: Tap): Exchange | undefined {
  const packed = tap.bytes()
  const bytes = packed && unpacked(packed, reply.headers)
  if (bytes === undefined) return undefined
  const body = bytes.toString('utf8')
  return {
    kind: 'response',
    status: reply.statusCode ?? 0,
    contentType: reply.headers['content-type'] ?? '',
    body,
    ...(!Buffer.from(body).equals(bytes) && { isInvalidUtf8: true }),
  }
}

interface Tunnel extends Destination {
  readonly socket: Duplex
  readonly head: Buffer
  readonly tap: SocketTap | undefined
}

/** Forwards an upgraded connection. The messages of a WebSocket are observed. */
function tunnel(
  { method, httpVersion, rawHeaders }: IncomingMessage,
  { socket, head, path, target, tap }: Tunnel,
): void {
  const upstream = open(target)
  // Do not offer WebSocket compression, because compressed messages cannot be observed.
  const passing = tap ? without(rawHeaders, ['sec-websocket-extensions']) : rawHeaders
  const headers = headersFor(passing, target)
  upstream.write(headText(`${method} ${path} HTTP/${httpVersion}`, headers))
  upstream.write(head)
  tap?.fromClient(head)
  if (tap) {
    socket.on('data', tap.fromClient)
    upstream.on('data', tap.fromServer)
  }
  const end = (): void => {
    tap?.end()
    upstream.destroy()
    socket.destroy()
  }
  for (const stream of [upstream, socket]) stream.once('error', end).once('close', end)
  upstream.pipe(socket).pipe(upstream)
}

function isWebSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket'
}

function open({ protocol, hostname, port }: URL): Socket {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  if (protocol === 'https:') {
    return connectTls({ host, servername: host, port: Number(port || 443) })
  }
  return connectPlain({ host, port: Number(port || 80) })
}
