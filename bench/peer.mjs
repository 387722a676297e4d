// Measures the CPU time per call over stdio with the header Content-Length, at both ends: our peers against
// vscode-jsonrpc (the copy in the package typescript), in one interleaved run. `node bench/peer.mjs`, after a
// build. Env: ROUNDS (7), CALLS per slot (5000), IN_FLIGHT (32).
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { buildPeer } from '@rpcloom/rpc/codegen/peer'
import { functionsOf } from '@rpcloom/rpc/codegen/client'
import { stdio } from '@rpcloom/rpc/channels'
import { createDispatcher } from '@rpcloom/rpc/server'
import { machine, markdownTable, writeSection } from '../scripts/results.mjs'

const self = fileURLToPath(import.meta.url)
const rounds = Number(process.env.ROUNDS ?? 7)
const calls = Number(process.env.CALLS ?? 5000)
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

/** Each candidate serves `process`, and returns a function that calls a child. */
const candidates = {
  ours: {
    serve() {
      createDispatcher({ groups: [group], handlers: { lsp: { hover, cpu: cpuTime } } }).attach(
        stdio(process, 'headers'),
      )
    },
    connect(child) {
      const methods = functionsOf(
        Object.fromEntries(group.methods.map((one) => [one.name, { ...one, group }])),
      )
      const peer = buildPeer({
        channel: stdio(child, 'headers'),
        methods,
        groups: [],
        handlers: {},
      })
      return { hover: () => peer.hover(params), cpu: () => peer.cpu() }
    },
  },
  'vscode-jsonrpc': {
    serve() {
      const { createMessageConnection, StreamMessageReader, StreamMessageWriter } = rpc()
      const connection = createMessageConnection(
        new StreamMessageReader(process.stdin),
        new StreamMessageWriter(process.stdout),
      )
      connection.onRequest('hover', hover)
      connection.onRequest('cpu', cpuTime)
      connection.listen()
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
  const rows = ends.map(({ name, client, server }) => [
    name,
    median(client).toFixed(1),
    median(server).toFixed(1),
  ])
  const ratio = (end) => (median(ours[end]) / median(theirs[end])).toFixed(2)
  const table = markdownTable([
    ['', 'client, µs of CPU per call', 'server, µs of CPU per call'],
    ...rows,
    ['ratio', ratio('client'), ratio('server')],
  ])
  console.log(table)
  const how = `${rounds} rounds of ${calls} calls, ${inFlight} in flight, over stdio with the header Content-Length.`
  await writeSection('Peers', `${how}\n\n${table}\n\n${machine()}`)
}
