// Sends the largest requests to each method of a node, and measures for how long they hold its event loop, how much
// memory they take, and how long they last. The node has the state of bench/amplification-state.mjs; methods of the
// development mode are measured on one without it. `node bench/largest-requests.mjs`, after a build. Env: METHODS
// (a pattern of names), MODES (some of "local public dev"), WRITE=no.
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { machine, markdownTable, writeSection } from '../scripts/results.mjs'
import { prepareLedgers } from './amplification-state.mjs'
import { largeRequests, measuredMethods } from './large-variants.mjs'
import { longestBlock, peakMemory, posterOf, startNode, stopNode } from './node-process.mjs'

const only = new RegExp(process.env.METHODS ?? '')
const modes = process.env.MODES?.split(' ')
/** Duration of the calls of a batch one after another. */
const BATCH_MS = 1000
/** Milliseconds and megabytes above which a request is printed. */
const [MS, MB] = [100, 400]
const folder = mkdtempSync(join(tmpdir(), 'largest-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const agent = new Agent({ keepAlive: true, maxSockets: 16 })
const post = posterOf(agent)

/** Sends one request and measures the node meanwhile. */
async function measured(node, path, body) {
  peakMemory(node)
  const before = peakMemory(node)
  await longestBlock(node)
  const { bytes, head, ms } = await post(node.url + path, body, 200)
  const block = await longestBlock(node)
  return { sent: body.length, bytes, ms, block, memory: peakMemory(node) - before, head }
}

/** Adds the largest figures of each method of a node to `rows`. */
async function measureNode(node, mode, rows) {
  for (const one of await measuredMethods()) {
    const { name } = one.method
    if (!only.test(name)) continue
    let exampleMs = 0
    for (const { kind, body } of largeRequests(one, () => Math.ceil(BATCH_MS / exampleMs))) {
      const figures = await measured(node, one.group.path, body)
      if (kind === 'example') exampleMs = figures.ms
      if (isUnavailable(figures.head)) break
      if (figures.block > MS || figures.memory > MB) print(name, mode, kind, figures)
      add(rows, name, kind === 'batch' ? 'batch' : 'single', figures)
    }
  }
}

/** Whether a response is "404" of a path, or "method not found" of a single call. Some methods exist but always refuse. */
function isUnavailable(head) {
  return (
    !/^(\[?\{"jsonrpc"|$)/.test(head) ||
    /^{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"(Method not found|the method \S+ does not exist)/.test(
      head,
    )
  )
}

function print(name, mode, kind, { head, ...figures }) {
  const rounded = Object.entries(figures).map(([key, value]) => `${key} ${value.toFixed(0)}`)
  console.log(name, mode, kind, rounded.join(', '), head.slice(0, 120))
}

function add(rows, name, kind, figures) {
  const row = rows.get(name) ?? {}
  const known = row[kind] ?? { block: 0, memory: 0, ms: 0 }
  row[kind] = Object.fromEntries(
    Object.keys(known).map((key) => [key, Math.max(known[key], figures[key])]),
  )
  rows.set(name, row)
}

const figuresOf = (one) =>
  one === undefined
    ? ['', '', '']
    : [
        `${one.block.toFixed(0)} ms`,
        `${one.memory.toFixed(0)} MB`,
        `${(one.ms / 1000).toFixed(1)} s`,
      ]

if (modes?.join() !== 'dev') await prepareLedgers(folder)
const nodes = [
  ['local', '--data-dir', folder, '--index-transactions', '--admin-api-enabled'],
  ['public', '--data-dir', folder, '--public', '--dialect', 'public', '--client-execution', '0'],
  ['dev', '--memory', '--dev', '--index-transactions', '--admin-api-enabled'],
]
const states = {
  local: 'a node with the state of the section Amplification',
  public: 'the same node in public mode',
  dev: 'a new node in development mode',
}
const measuredNodes = []
const rows = new Map()
for (const [mode, ...flags] of nodes) {
  if (modes?.includes(mode) === false) continue
  measuredNodes.push(states[mode])
  const node = await startNode(...flags)
  await measureNode(node, mode, rows)
  await stopNode(node)
}
agent.destroy()
const worst = [...rows].sort(([, a], [, b]) => (b.single?.block ?? 0) - (a.single?.block ?? 0))
await writeSection(
  'Largest requests',
  `The largest requests to each method: variants of the documented examples in which each string, list and object of the
params is enlarged until the request has almost 5 MB or 25,000 values, alone and in batches (1000 calls with the example, or as many as take a second one after another, 40 in public mode; or 5 large
calls). On ${measuredNodes.join(', ')}. Hold: the longest CPU time for which
the node processed nothing else, with the reading of the request. Memory: growth of the resident set at most. ${machine()}, load ${loadavg()[0].toFixed(0)}.

${markdownTable([
  ['method', 'hold', 'memory', 'time', 'hold of a batch', 'memory', 'time'],
  ...worst.map(([name, { single, batch }]) => [
    `\`${name}\``,
    ...figuresOf(single),
    ...figuresOf(batch),
  ]),
])}
`,
)
