// What a snapshot of the whole node costs: taking it, writing while it is there, the memory that it keeps, and going back.
// `node bench/snapshots.mjs`, after a build. Env: WRITES (3000).
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { machine, markdownTable, writeSection } from '../scripts/results.mjs'

const WRITES = Number(process.env.WRITES ?? 3000)
const dist = (path) => import(new URL(`../packages/node/dist/${path}`, import.meta.url).href)
const { startNode } = await dist('node.js')
const folder = mkdtempSync(join(tmpdir(), 'snapshots-bench-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

setFlagsFromString('--expose-gc')
const gc = runInNewContext('gc')
const heap = () => {
  gc()
  return process.memoryUsage().heapUsed
}

/** Milliseconds of CPU and of the clock. */
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
  const kept = heap() - before
  const reverted = await timed(() => node.dev.revert(taken.value))
  if (reverted.value !== true) throw new Error('not reverted')
  await node.close()
  const each = ({ cpu }) => `${(cpu / WRITES).toFixed(2)} ms`
  return [
    name,
    `${taken.ms.toFixed(1)} ms`,
    each(without),
    each(during),
    `${(kept / WRITES / 1000).toFixed(1)} kB`,
    `${reverted.ms.toFixed(0)} ms`,
  ]
}

const rows = [
  await measured('LevelDB', { dataDir: folder }),
  await measured('in memory', { memory: true }),
]
const head = [
  'store',
  'snapshot',
  'CPU of a write without',
  'and with it',
  'memory of a write',
  'revert',
]
const table = markdownTable([head, ...rows])
console.log(table)
await writeSection(
  'Snapshots of the node',
  `\`dev.snapshot\`, ${WRITES} writes of one output each (\`dev.fund\`), and \`dev.revert\` behind them. Memory is the heap that a write
keeps for going back, in memory with what the store itself keeps. ${machine()}, loaded by other work.

${table}`,
)
