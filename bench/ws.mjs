// Measures the CPU time per call over WebSocket: the generated server against the package ws with a
// hand-written handler, in one interleaved run. `node bench/ws.mjs`, after a build. Env: ROUNDS (7), CALLS
// per slot (20000).
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { markdownTable, machine, writeSection } from '../scripts/results.mjs'

const self = fileURLToPath(import.meta.url)
const CONNECTIONS = 32
const path = '/ext/bc/C/ws'
const mask = [0x37, 0xfa, 0x21, 0x3d]

/** Requests of typical calls. The params of the call `checked`, an address and a block, need validation. */
const texts = {
  tiny: (id) => `{"jsonrpc":"2.0","id":${id},"method":"eth_chainId"}`,
  checked: (id) =>
    `{"jsonrpc":"2.0","id":${id},"method":"eth_getBalance","params":["0x17ab05351fc94a1a67bf3f56ddbb941ae6c63e25","latest"]}`,
}

// Code of the candidate processes.

const isAddress = (value) => typeof value === 'string' && /^0x[\da-fA-F]{40}$/.test(value)
const isBlock = (value) =>
  value === undefined || value === 'latest' || /^0x(0|[1-9a-f][\da-f]*)$/.test(value)

function respondByHand(request) {
  if (typeof request !== 'object' || request === null || request.jsonrpc !== '2.0')
    return { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Invalid Request' } }
  const { id = null, method, params } = request
  if (method === 'eth_chainId') return { jsonrpc: '2.0', id, result: '0xa868' }
  if (method !== 'eth_getBalance')
    return { jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } }
  if (!Array.isArray(params) || !isAddress(params[0]) || !isBlock(params[1]))
    return { jsonrpc: '2.0', id, error: { code: -32602, message: 'Invalid params' } }
  return { jsonrpc: '2.0', id, result: `0x${(10n ** 18n).toString(16)}` }
}

async function byHand() {
  const { WebSocketServer } = await import('ws')
  const http = createHttpServer()
  new WebSocketServer({ server: http, perMessageDeflate: false }).on('connection', (socket) => {
    socket.on('message', (data) => {
      let response
      try {
        response = respondByHand(JSON.parse(data))
      } catch {
        response = { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } }
      }
      socket.send(JSON.stringify(response))
    })
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  return http.address().port
}

async function ours() {
  const { createServer } = await import('@native-node/server')
  const eth = { chainId: () => 43112n, getBalance: () => 10n ** 18n }
  const { port } = await createServer({ cChain: { eth } }).listen()
  return port
}

const candidates = { 'ws, by hand': byHand, ours }

if (process.env.CANDIDATE) {
  const port = await candidates[process.env.CANDIDATE]()
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send({ cpu: user + system, rss: process.memoryUsage().rss })
  })
  process.send({ port })
} else await measure()

// Code of the parent process, which sends the calls.

async function measure() {
  const rounds = Number(process.env.ROUNDS ?? 7)
  const calls = Number(process.env.CALLS ?? 20_000)
  const children = {}
  for (const name of Object.keys(candidates)) {
    const child = fork(self, { env: { ...process.env, CANDIDATE: name } })
    const [{ port }] = await once(child, 'message')
    children[name] = {
      child,
      sockets: await Promise.all(Array.from({ length: CONNECTIONS }, () => open(port))),
    }
  }
  const rows = [['call', 'in flight', 'CPU us by hand', 'CPU us ours', 'ours : by hand']]
  for (const [name, text] of Object.entries(texts)) {
    for (const inFlight of [1, 8]) {
      const ratios = []
      const costs = { 'ws, by hand': [], ours: [] }
      for (let round = -1; round < rounds; round++) {
        const order = Object.keys(candidates)
        if (round % 2) order.reverse()
        const cost = {}
        for (const candidate of order) {
          const { child, sockets } = children[candidate]
          const before = await usage(child)
          await Promise.all(
            sockets.map((socket) => drive(socket, text, { inFlight, count: calls / CONNECTIONS })),
          )
          cost[candidate] = ((await usage(child)).cpu - before.cpu) / calls
        }
        if (round < 0) continue
        for (const candidate of order) costs[candidate].push(cost[candidate])
        ratios.push(cost.ours / cost['ws, by hand'])
      }
      const shown = (list) => median(list).toFixed(1)
      rows.push([
        name,
        inFlight,
        shown(costs['ws, by hand']),
        shown(costs.ours),
        median(ratios).toFixed(2),
      ])
    }
  }
  const table = markdownTable(rows)
  console.log(table)
  for (const { child } of Object.values(children)) child.kill()
  const text = `CPU per call over ${CONNECTIONS} WebSockets, median of ${rounds} interleaved rounds. ${machine()}.\n\n${table}`
  await writeSection('Calls over WebSocket', text)
  process.exit(0)
}

async function usage(child) {
  child.send('usage')
  const [now] = await once(child, 'message')
  return now
}

function median(list) {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]
}

async function open(port) {
  const socket = connect(port, '127.0.0.1')
  socket.setNoDelay(true)
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n`,
  )
  const [head] = await once(socket, 'data')
  if (!head.toString().startsWith('HTTP/1.1 101')) throw new Error(head.toString())
  return socket
}

/** Returns a WebSocket frame with a mask, as clients must send it. */
function frame(text) {
  const payload = Buffer.from(text).map((byte, at) => byte ^ mask[at & 3])
  const { length } = payload
  const head = length < 126 ? [0x81, 0x80 | length] : [0x81, 0xfe, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([...head, ...mask]), payload])
}

/**
 * Sends calls with a fixed number in flight. Every response must be a result in a frame of less than 126
 * bytes.
 */
function drive(socket, text, { inFlight, count }) {
  return new Promise((resolve, reject) => {
    let sent = 0
    let got = 0
    let rest = Buffer.alloc(0)
    const send = () => socket.write(frame(text(++sent)))
    const take = (chunk) => {
      let bytes = rest.length ? Buffer.concat([rest, chunk]) : chunk
      while (bytes.length >= 2 && bytes.length >= 2 + bytes[1]) {
        if (bytes[0] === 0x81) {
          if (!bytes.includes('"result"')) reject(new Error(bytes.toString()))
          got++
          if (sent < count) send()
        }
        bytes = bytes.subarray(2 + bytes[1])
      }
      rest = Buffer.from(bytes)
      if (got >= count) {
        socket.off('data', take)
        resolve()
      }
    }
    socket.on('data', take)
    for (let n = 0; n < Math.min(inFlight, count); n++) send()
  })
}
