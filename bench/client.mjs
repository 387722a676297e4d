// Measures the CPU time per call of the generated client and of other clients, with 64 calls in flight,
// against a bare node:http agent and bare fetch in one interleaved run. `node bench/client.mjs`, after a
// build. Env: ROUNDS (5), CALLS per slot (6000).
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { installedOnly } from './installed.mjs'
import { machine, markdownTable, writeSection } from '../scripts/results.mjs'

const IN_FLIGHT = 64
const rounds = Number(process.env.ROUNDS ?? 5)
const calls = Number(process.env.CALLS ?? 6000)
const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const peers = ['jayson', 'ethers', 'viem', '@open-rpc/client-js']
const all = [
  'node:http agent, bare',
  'generated',
  'generated, coalesced',
  'jayson',
  'ethers',
  'fetch, bare',
  'generated, over fetch',
  'viem',
  '@open-rpc/client-js',
]
const names = installedOnly(all, peers)

const server = fork(here('server-candidates.mjs'), ['generated, sync', ''])
const [{ port }] = await once(server, 'message')
const url = `http://127.0.0.1:${port}/ext/info`

const clients = []
for (const name of names) {
  const child = fork(here('client-candidates.mjs'), [name, url])
  await once(child, 'message')
  clients.push({ name, child })
}

const cpu = Object.fromEntries(names.map((name) => [name, []]))
// The first two rounds warm up and are not counted.
for (let round = -2; round < rounds; round++) {
  for (const { name, child } of clients) {
    child.send({ count: calls, inFlight: IN_FLIGHT })
    const [used] = await once(child, 'message')
    if (round >= 0) cpu[name].push(used.cpu)
  }
}
for (const { child } of [...clients, { child: server }]) child.disconnect()

const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]
const ratio = (name, base) =>
  median(cpu[name].map((one, round) => one / cpu[base][round])).toFixed(2)
const rows = names.map((name) => [
  name,
  median(cpu[name]).toFixed(1),
  ratio(name, 'node:http agent, bare'),
  ratio(name, 'fetch, bare'),
])
const table = markdownTable([['client', 'CPU us per call', 'to the agent', 'to fetch'], ...rows])
console.log(table)
if (names.length === all.length) {
  await writeSection(
    'Client',
    [
      `CPU per call with ${IN_FLIGHT} in flight, and its ratio to a bare node:http keep-alive agent and to bare fetch, both with`,
      `JSON.parse of the answer and nothing else: median over ${rounds} interleaved rounds of ${calls} calls each, after two rounds of`,
      `warming up. Peers as documented, without retries and batches. ${machine()}.`,
      '',
      table,
    ].join('\n'),
  )
}
