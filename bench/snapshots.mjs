// Measures the cost of a snapshot of the whole node: creating it, writing while it exists, its memory, and
// reverting to it. Also measures the cost of the store snapshot that every request reads from. `node
// bench/snapshots.mjs`, after a build. Env: WRITES (3000), READS (20000).
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { machine, markdownTable, writeSection } from '../scripts/results.mjs'
import { nodeModule } from './node-modules.mjs'

const WRITES = Number(process.env.WRITES ?? 3000)
const READS = Number(process.env.READS ?? 20_000)
const { startNode } = await nodeModule('node.js')
const { openLevelStore } = await nodeModule('store/level-store.js')
const { memoryStore } = await nodeModule('store/memory-store.js')
const { put, reading } = await nodeModule('store/store.js')
const folder = mkdtempSync(join(tmpdir(), 'snapshots-bench-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

setFlagsFromString('--expose-gc')
const gc = runInNewContext('gc')
const heap = () => {
  gc()
  return process.memoryUsage().heapUsed
}

/** Returns the CPU time and wall-clock time of a function in milliseconds. */
async function timed(work) {
  const [began, before] = [performance.now(), process.cpuUsage()]
  const value = await work()
  const { user, system } = process.cpuUsage(before)
  return { value, cpu: (user + system) / 1000, ms: performance.now() - began }
}

async function measured(name, options) {
  const node = await startNode({
    ...options,
    port: 0,
    dev: true,
    logLevel: 'crit',
    requiredDiskBytes: 0,
  })
  await node.ready
  const write = async () => {
    for (let at = 0; at < WRITES; at++)
      await node.dev.fund('X-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u', 1n)
  }
  await write()
  const without = await timed(write)
  const before = heap()
  const taken = await timed(() => node.dev.snapshot())
  const during = await timed(write)
  const retained = heap() - before
  const reverted = await timed(() => node.dev.revert(taken.value))
  if (reverted.value !== true) throw new Error('dev.revert did not find the snapshot')
  await node.close()
  const each = ({ cpu }) => `${(cpu / WRITES).toFixed(2)} ms`
  return [
    name,
    `${taken.ms.toFixed(1)} ms`,
    each(without),
    each(during),
    `${(retained / WRITES / 1000).toFixed(1)} kB`,
    `${reverted.ms.toFixed(0)} ms`,
  ]
}

const rows = [
  await measured('LevelDB', { dataDir: folder }),
  await measured('in memory', { memory: true }),
]
/** Measures reads of 300 bytes: from the store, and from a new snapshot for each read. */
async function readsOf(name, store) {
  const keyAt = (at) => Buffer.from(`key ${String(at % 1000).padStart(40, '0')}`)
  const value = Buffer.alloc(300)
  await store.write(Array.from({ length: 1000 }, (_, at) => put(keyAt(at), value)))
  const repeat = (read) => async () => {
    for (let at = 0; at < READS; at++) await read(keyAt(at))
  }
  const bare = repeat((key) => store.get(key))
  const snapshot = repeat((key) => reading(store, (state) => state.get(key)))
  await bare()
  const [without, within] = [await timed(bare), await timed(snapshot)]
  await store.close()
  const each = ({ cpu }) => `${((cpu / READS) * 1000).toFixed(1)} us`
  return [name, each(without), each(within)]
}

const head = [
  'store',
  'snapshot',
  'CPU of a write without',
  'and with it',
  'memory of a write',
  'revert',
]
const place = { networkID: 1, genesis: '' }
const reads = markdownTable([
  ['store', 'CPU of a read', 'from a snapshot, taken and released'],
  await readsOf('LevelDB', await openLevelStore(join(folder, 'reads'), place)),
  await readsOf('in memory', memoryStore()),
])
const table = markdownTable([head, ...rows])
console.log(`${table}\n\n${reads}`)
await writeSection(
  'Snapshots of the node',
  `\`dev.snapshot\`, ${WRITES} writes of one output each (\`dev.fund\`), and \`dev.revert\` behind them. Memory is the heap that a write
keeps for going back, in memory with what the store itself keeps. ${machine()}, load ${loadavg()[0].toFixed(0)}.

${table}

Each request reads from a snapshot of the store: ${READS} reads of 300 bytes.

${reads}`,
)
