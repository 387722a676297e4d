// Measures the worker threads of the C-Chain: heavy calls a second with 0 to n threads, light calls beside them, and a
// call that reads many slots from disk. `node bench/workers.mjs`, after a build. Env: SECONDS (10) of each measurement,
// CALLERS (4) of heavy calls, THREADS (the highest number), SLOTS (10000), ROUNDS (3), WRITE=no.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { machine, markdownTable, writeSection } from '../scripts/results.mjs'
import { callerOf, round, stopNode } from './node-process.mjs'

const number = (name, fallback) => Number(process.env[name] ?? fallback)
const [SECONDS, CALLERS] = [number('SECONDS', 10), number('CALLERS', 4)]
const [SLOTS, ROUNDS] = [number('SLOTS', 10_000), number('ROUNDS', 3)]
const THREADS = number('THREADS', availableParallelism())
const LIGHT_PAUSE_MS = 5
const program = fileURLToPath(new URL('workers-node.mjs', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'workers-bench-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

const counted = SLOTS.toString(16).padStart(64, '0')
/** Counts down from 20,000 in 140,000 steps. */
const heavy = [{ data: '0x62004e205b600190038060045700' }, 'latest']
const cold = [{ to: '0x00000000000000000000000000000000000c01d0', data: `0x${counted}` }, 'latest']

/** Starts a node with a number of threads, which `work` measures. */
async function running(threads, work) {
  const args = [program, threads, folder, SLOTS].map(String)
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  process.on('exit', () => child.kill('SIGKILL'))
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /^Listening on (.*)/.exec(line)?.[1]
    const call = callerOf({ url })
    const result = await work((method, params) => call('/ext/bc/C/rpc', method, params), child)
    await stopNode({ child })
    return result
  }
  throw new Error('the node does not start')
}

/** Returns the CPU time of the main thread of a process in milliseconds. */
function mainThreadTime({ pid }) {
  return Number.parseInt(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8'), 10) / 1e6
}

/** Sends light calls one after another until the work is done. Returns their times in milliseconds, in order. */
async function beside(call, work) {
  const progress = { isDone: false }
  const done = work.finally(() => (progress.isDone = true))
  const times = []
  while (!progress.isDone) {
    const began = performance.now()
    await call('eth_blockNumber', [])
    times.push(performance.now() - began)
    await new Promise((resolve) => setTimeout(resolve, LIGHT_PAUSE_MS))
  }
  await done
  return times.sort((a, b) => a - b)
}

const quantile = (times, part) => times[Math.floor(part * (times.length - 1))]

async function heavyCalls(call) {
  const each = (work) => Promise.all(Array.from({ length: CALLERS }, work))
  await each(() => call('eth_call', heavy))
  const end = performance.now() + SECONDS * 1000
  let count = 0
  const times = await beside(
    call,
    each(async () => {
      for (; performance.now() < end; count++) await call('eth_call', heavy)
    }),
  )
  return { rate: count / SECONDS, p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
}

/** Measures the first and the second call of a node that read the same slots. */
async function coldSlots(call, child) {
  // Compiles the code and starts the thread, without reading a slot.
  await call('eth_call', heavy)
  const calls = []
  for (const _ of ['first', 'second']) {
    const [began, used] = [performance.now(), mainThreadTime(child)]
    await call('eth_call', cold)
    calls.push({ ms: performance.now() - began, main: mainThreadTime(child) - used })
  }
  return calls
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
const counts = Array.from({ length: THREADS + 1 }, (_, threads) => threads)
const rows = new Map(counts.map((threads) => [threads, []]))
for (let at = 0; at < ROUNDS; at++)
  for (const threads of counts) {
    const calls = await running(threads, heavyCalls)
    const slots = threads < 2 ? await running(threads, coldSlots) : undefined
    rows.get(threads).push({ ...calls, slots })
    console.error(at, threads, JSON.stringify(rows.get(threads).at(-1)))
  }

const figure = (threads, read) => round(median(rows.get(threads).map(read)))
const slotCells = (threads, nth) =>
  ['ms', 'main'].map((name) => `${figure(threads, ({ slots }) => slots[nth][name])} ms`)
await writeSection(
  'Workers',
  `\`eth_call\` of 140,000 steps by ${CALLERS} callers over HTTP, with \`eth_blockNumber\` of another process beside them, ${SECONDS} s
each; with 0 threads, every call runs in the main thread. Median of ${ROUNDS} rounds. ${machine()}, load ${Math.round(loadavg()[0])}.

${markdownTable([
  ['threads', 'calls a second', '`eth_blockNumber`, median', '99 %'],
  ...counts.map((threads) => [
    threads,
    figure(threads, ({ rate }) => rate),
    `${figure(threads, ({ p50 }) => p50)} ms`,
    `${figure(threads, ({ p99 }) => p99)} ms`,
  ]),
])}

A call that reads ${SLOTS} slots of a contract from disk, and the same call again; CPU is that of the main thread:

${markdownTable([
  ['threads', 'first call', 'CPU', 'second call', 'CPU'],
  ...[0, 1].map((threads) => [threads, ...slotCells(threads, 0), ...slotCells(threads, 1)]),
])}`,
)
process.exit()
