// Measures the CPU time per call over stdio with the header Content-Length, at both ends: our peers against
// vscode-jsonrpc (the copy in the package typescript), in one interleaved run. `node bench/peer.mjs`, after a
// build. Env: ROUNDS (7), CALLS per slot (5000), IN_FLIGHT (32),
// CONNECTIONS whose memory is measured (1000).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { PassThrough } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { buildPeer } from '@rpcloom/rpc/codegen/peer'
import { buildClient, functionsOf } from '@rpcloom/rpc/codegen/client'
import { stdio } from '@rpcloom/rpc/channels'
import { createDispatcher } from '@rpcloom/rpc/server'
import { machine, markdownTable, writeSection } from '../scripts/results.mjs'

const self = fileURLToPath(import.meta.url)
const rounds = Number(process.env.ROUNDS ?? 7)
const calls = Number(process.env.CALLS ?? 5000)
const connections = Number(process.env.CONNECTIONS ?? 1000)
const inFlight = Number(process.env.IN_FLIGHT ?? 32)

const both = { http: 'public', ws: 'public' }
const method = (name, order) => ({ name, member: name, order, availability: both })
const group = {
  key: 'lsp',
  slug: 'lsp',
  path: '/',
  transports: ['http'],
  batch: { allowed: false },
  availability: both,
  methods: [method('hover', ['textDocument', 'position']), method('cpu', [])],
  document: () => ({
    openrpc: '1.3.2',
    info: { title: 'lsp', version: '1' },
    methods: [
      {
        name: 'hover',
        params: [
          {
            name: 'textDocument',
            required: true,
            schema: { type: 'object', required: ['uri'], properties: { uri: { type: 'string' } } },
          },
          {
            name: 'position',
            required: true,
            schema: {
              type: 'object',
              required: ['line', 'character'],
              properties: { line: { type: 'integer' }, character: { type: 'integer' } },
            },
          },
        ],
      },
    ],
  }),
}

const params = { textDocument: { uri: 'file:///a/b.ts' }, position: { line: 10, character: 4 } }
const hover = ({ position }) => ({
  contents: { kind: 'markdown', value: `symbol at ${position.line}` },
  range: { start: position, end: position },
})
const cpuTime = () => {
  const { user, system } = process.cpuUsage()
  return user + system
}

const rpc = () =>
  createRequire(import.meta.url)(
    '../node_modules/typescript/vendor/vscode-jsonrpc/lib/node/main.js',
  )

const dispatcher = () =>
  createDispatcher({ groups: [group], handlers: { lsp: { hover, cpu: cpuTime } } })

/** Each candidate serves `process`, and returns a function that calls a child. */
const candidates = {
  ours: {
    serve() {
      dispatcher().attach(stdio(process, 'headers'))
    },
    /** Returns a function that serves one more connection over streams, with the same handlers. */
    server() {
      const shared = dispatcher()
      return (stdout, stdin) => shared.attach(stdio({ stdin, stdout, on() {} }, 'headers'))
    },
    connect(child) {
      const methods = functionsOf(
        Object.fromEntries(group.methods.map((one) => [one.name, { ...one, group }])),
      )
      const peer = buildPeer({
        channel: stdio(child, 'headers'),
        client: (transport) => buildClient(methods, transport),
        groups: [],
        handlers: {},
      })
      return { hover: () => peer.hover(params), cpu: () => peer.cpu() }
    },
  },
  'vscode-jsonrpc': {
    serve() {
      this.server()(process.stdin, process.stdout)
    },
    server() {
      const { createMessageConnection, StreamMessageReader, StreamMessageWriter } = rpc()
      return (readable, writable) => {
        const connection = createMessageConnection(
          new StreamMessageReader(readable),
          new StreamMessageWriter(writable),
        )
        connection.onRequest('hover', hover)
        connection.onRequest('cpu', cpuTime)
        connection.listen()
        return connection
      }
    },
    connect(child) {
      const { createMessageConnection, StreamMessageReader, StreamMessageWriter } = rpc()
      const connection = createMessageConnection(
        new StreamMessageReader(child.stdout),
        new StreamMessageWriter(child.stdin),
      )
      connection.listen()
      return {
        hover: () => connection.sendRequest('hover', params),
        cpu: () => connection.sendRequest('cpu'),
      }
    },
  },
}

if (process.env.CANDIDATE) candidates[process.env.CANDIDATE].serve()
else await measure()

async function slot({ hover: call, cpu }) {
  let left = calls
  const worker = async () => {
    while (left-- > 0) await call()
  }
  const [here, there] = [cpuTime(), await cpu()]
  await Promise.all(Array.from({ length: inFlight }, worker))
  return { client: (cpuTime() - here) / calls, server: ((await cpu()) - there) / calls }
}

/** Returns the bytes of memory that a connection takes after a call, without the streams. */
async function memoryOf(server) {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  const used = async () => {
    for (let round = 0; round < 3; round++) {
      collect()
      await new Promise((resolve) => setImmediate(resolve))
    }
    return process.memoryUsage().heapUsed
  }
  const text = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'hover', params })
  const streams = Array.from({ length: connections }, () => [new PassThrough(), new PassThrough()])
  const before = await used()
  const open = streams.map(([readable, writable]) => server(readable, writable))
  for (const [readable, writable] of streams) {
    readable.write(`Content-Length: ${text.length}\r\n\r\n${text}`)
    await once(writable, 'data')
  }
  return ((await used()) - before) / open.length
}

async function measure() {
  const ends = Object.entries(candidates).map(([name, { connect }]) => {
    const child = spawn(process.execPath, [self], {
      env: { ...process.env, CANDIDATE: name },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    return { name, child, calling: connect(child), client: [], server: [] }
  })
  for (const { calling } of ends) await slot(calling)
  for (let round = 0; round < rounds; round++) {
    for (const end of ends) {
      const { client, server } = await slot(end.calling)
      end.client.push(client)
      end.server.push(server)
    }
  }
  for (const { child } of ends) child.kill()
  const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
  const [ours, theirs] = ends
  const memory = {}
  for (const [name, { server }] of Object.entries(candidates)) {
    memory[name] = await memoryOf(server())
  }
  const rows = ends.map(({ name, client, server }) => [
    name,
    median(client).toFixed(1),
    median(server).toFixed(1),
    (memory[name] / 1024).toFixed(1),
  ])
  const ratio = (end) => (median(ours[end]) / median(theirs[end])).toFixed(2)
  const table = markdownTable([
    ['', 'client, µs of CPU per call', 'server, µs of CPU per call', 'kB per open connection'],
    ...rows,
    [
      'ratio',
      ratio('client'),
      ratio('server'),
      (memory.ours / memory['vscode-jsonrpc']).toFixed(2),
    ],
  ])
  console.log(table)
  const how = `${rounds} rounds of ${calls} calls, ${inFlight} in flight, over stdio with the header Content-Length.`
  await writeSection('Peers', `${how}\n\n${table}\n\n${machine()}`)
}
