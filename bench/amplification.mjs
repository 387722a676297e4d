// Measures, for each method, the largest response to a small request over HTTP from another
// process, on a node with a large state. For batches, measures the time, the memory and the delay
// of another client. `node bench/amplification.mjs`, after a build. Env: UTXOS (50000), VALIDATORS
// (2000), DELEGATORS (50000), SUBNETS (5000), BATCH (1000).
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { machine, markdownTable, writeSection } from '../scripts/results.mjs'
import { prepareDevRequests, prepareRequests } from './amplification-live.mjs'
import { boundOf, specialRequests, worstRequests } from './amplification-requests.mjs'
import { writeReadme } from './amplification-readme.mjs'
import { peakMemory, posterOf, startNode, stopNode } from './node-process.mjs'
import { prepareLedgers, prepareEvm } from './amplification-state.mjs'

const BATCH = Number(process.env.BATCH ?? 1000)
/** The node's limit for the total size of a batch's responses, in bytes. */
const LIMIT = 25_000_000
const folder = mkdtempSync(join(tmpdir(), 'amplification-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const agent = new Agent({ keepAlive: true, maxSockets: 16 })

const post = posterOf(agent)
const started = (...flags) => startNode('--data-dir', folder, ...flags)

const bodyOf = ({ method, params }, id = 1) =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params })

/** Returns a row per method of a node. Methods that are already in `rows` are skipped. */
async function measureMethods(url, given, rows = []) {
  const known = new Set(rows.filter(isAvailable).map(({ method }) => method))
  const found = await worstRequests(url, post, given, known)
  return [...rows.filter(isAvailable), ...found]
}

const isAvailable = ({ code }) => code !== '-32601'

/** Sends small requests until aborted, and appends the duration of each to `delays`. */
async function requestUntil(signal, url, delays) {
  while (!signal.aborted) {
    const { ms } = await post(`${url}/ext/info`, bodyOf({ method: 'info.getNetworkName' }))
    delays.push(ms)
    await wait(5)
  }
}

/** Measures a batch while another client sends small requests. */
async function measureBatch(node, { name, calls }) {
  const { url } = node
  peakMemory(node)
  const before = peakMemory(node)
  const delays = []
  const done = new AbortController()
  const other = requestUntil(done.signal, url, delays)
  const body = `[${calls.map((each, at) => bodyOf(each, at)).join(',')}]`
  const { bytes, ms } = await post(url + calls[0].path, body)
  done.abort()
  await other
  const peak = peakMemory(node)
  return [
    name,
    calls.length,
    kilobytes(body.length),
    kilobytes(bytes),
    `${(ms / 1000).toFixed(2)} s`,
    `${Math.max(...delays).toFixed(0)} ms`,
    `${before.toFixed(0)} to ${peak.toFixed(0)} MB`,
  ]
}

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(bytes < 10_000 ? 1 : 0)} kB`

await prepareLedgers(folder)
const flags = ['--index-transactions', '--admin-api-enabled', '--block-time', '300ms']
let node = await started(...flags)
const evm = await prepareEvm(node.url)
const given = { ...specialRequests(evm), ...(await prepareRequests(node.url, post, evm)) }
let rows = await measureMethods(node.url, given)
const wanted = [
  'xvm.getUTXOs',
  'xvm.getBalance',
  'platform.getCurrentValidators',
  'platform.getValidatorsAt',
  'eth_getLogs',
  'debug_traceTransaction',
]
/** Returns the calls of a batch: as many as fit into the response limit, or as a node executes in 5 s. */
const batchOf = (name, count) => {
  const one = rows.find(({ method }) => method === name)
  if (one === undefined) throw new Error(`${name} was not measured`)
  const isEnded = one.bytes * count > LIMIT && (LIMIT / one.bytes) * one.ms < 20_000
  const length = isEnded ? count : Math.min(count, Math.max(3, Math.ceil(5000 / one.ms)))
  return { name, calls: Array.from({ length }, () => one) }
}
const batches = []
for (const name of wanted) batches.push(await measureBatch(node, batchOf(name, BATCH)))
await stopNode(node)
node = await started('--public', '--dialect', 'public')
const publicBatches = []
for (const name of ['xvm.getUTXOs', 'platform.getCurrentValidators', 'eth_getLogs', 'eth_call'])
  for (const count of [40, 41]) publicBatches.push(await measureBatch(node, batchOf(name, count)))
await stopNode(node)
// Development mode comes last, because it resets the C-Chain.
node = await started('--dev')
const others = rows.filter(({ method }) => method !== 'eth_feeHistory')
const givenInDev = { ...specialRequests(evm), ...(await prepareDevRequests(node.url, post, evm)) }
rows = await measureMethods(node.url, givenInDev, others)
await stopNode(node)

for (const { method, code, head } of rows) if (code !== undefined) console.log(method, head)
rows.sort((a, b) => b.bytes / b.sent - a.bytes / a.sent)
const table = markdownTable([
  ['method', 'request', 'response', 'ratio', 'time', 'bound'],
  ...rows
    .filter(isAvailable)
    .map((row) => [
      `\`${row.method}\``,
      `${row.sent} B`,
      row.code === undefined ? kilobytes(row.bytes) : `error ${row.code}`,
      (row.bytes / row.sent).toFixed(row.bytes < row.sent * 10 ? 1 : 0),
      `${row.ms.toFixed(0)} ms`,
      boundOf(row),
    ]),
])
const batchHead = ['batch of', 'calls', 'request', 'response', 'time', 'delay of another', 'memory']
await writeSection(
  'Amplification',
  `The largest response to one request of each method, over HTTP, on a node with ${process.env.UTXOS ?? 50_000} outputs of one address on the
X-Chain and the P-Chain, ${process.env.VALIDATORS ?? 2000} validators, ${process.env.DELEGATORS ?? 50_000} delegators, ${process.env.SUBNETS ?? 5000} subnets with a blockchain each, a C-Chain block
full of transfers, one with 1.5 MB of logs and a transaction that runs for as long as a block allows. Methods of the development mode on the same node, started with \`--dev\`. ${machine()}, load ${loadavg()[0].toFixed(0)}.

${table}

Batches on the same node: ${BATCH} calls, or as many as take 5 s one after another if they do not reach the limit of 25 MB before. The delay is the longest that another client waited for \`info.getNetworkName\`; memory is the
resident set before and at most.

${markdownTable([batchHead, ...batches])}

The same in public mode, in which a batch outside the EVM endpoint is an error, and one there holds at most 40 calls.

${markdownTable([batchHead, ...publicBatches])}
`,
)
await writeReadme(rows)
agent.destroy()
