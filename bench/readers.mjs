// Computes what a number of nodes that follow one log needs, and simulates the log to check it: one writer appends batches, PostgreSQL
// serves each of them to each node, and each node applies them. `node bench/readers.mjs`, without a build. Env: SECONDS (20) to
// simulate. Prints the tables of docs/many-machines.md.
import { pathToFileURL } from 'node:url'
import { markdownTable } from '../scripts/results.mjs'

/** What the model rests on. Times in milliseconds of one core, sizes in bytes. */
export const measured = {
  /** A batch in the log with lz4: transfers of the X-Chain under load (study of the log, 2 cores). */
  batchBytes: 19_000,
  /** Applying a batch: 0.7 ms of CPU from scratch (study: 680,000 changes in 3,640 batches). */
  applyMs: 0.7,
  /** PostgreSQL serves a query of the log without rows, and each row of it: an estimate. */
  queryMs: 0.08,
  rowMs: 0.06,
  /** A call of 12 ms and a small one, on one node: 83 and 2,190 calls a second (study; two nodes: 1.7 to 1.8 times one). */
  callMs: 12,
  smallCallMs: 1000 / 2190,
}

/** Rows of one query of a node, as in store/log/postgres-log.ts. */
const ROWS = 16
/** Usable network of one machine: 10 Gbit/s. */
const NETWORK = 1.1e9
/** Cores of the database. */
const CORES = 4

/** Returns what PostgreSQL does for a number of nodes at a number of batches a second. */
export function computed(nodes, batches) {
  const { batchBytes, applyMs, queryMs, rowMs } = measured
  const rows = nodes * batches
  // A node that is not behind reads each batch by a query of its own.
  const single = (rows * (queryMs + rowMs)) / 1000
  // A node that is behind reads up to 16 rows at once: the least that the log costs.
  const least = (rows * (queryMs / ROWS + rowMs)) / 1000
  return {
    bytesPerSecond: rows * batchBytes,
    cores: single,
    leastCores: least,
    applyShare: (batches * applyMs) / 1000,
    servers: Math.max(
      1,
      Math.ceil(least / (0.7 * CORES)),
      Math.ceil((rows * batchBytes) / (0.7 * NETWORK)),
    ),
  }
}

/**
 * Simulates a database with some cores and one network for `seconds`. Returns the lags of all batches at all nodes, from
 * the append until they are applied, in milliseconds.
 */
export function simulated(nodes, batches, seconds, cores = CORES) {
  const { batchBytes, applyMs, queryMs, rowMs } = measured
  const appended = Array.from(
    { length: Math.floor(batches * seconds) },
    (_, at) => (at * 1000) / batches,
  )
  const free = new Float64Array(cores)
  let network = 0
  // Each node: the number of its next batch, and when it can ask for it.
  const states = Array.from({ length: nodes }, (_, id) => ({ id, next: 0, at: 0 }))
  const queue = new Heap(states)
  const lags = []
  for (let state = queue.take(); state !== undefined; state = queue.take()) {
    const core = free.indexOf(Math.min(...free))
    const begin = Math.max(state.at, free[core])
    let rows = 0
    while (rows < ROWS && appended[state.next + rows] <= begin) rows++
    const served = begin + queryMs + rows * rowMs
    free[core] = served
    network = Math.max(network, served) + (rows * batchBytes * 1000) / NETWORK
    for (let row = 1; row <= rows; row++)
      lags.push(network + row * applyMs - appended[state.next + row - 1])
    state.next += rows
    if (state.next === appended.length) continue
    state.at = Math.max(network + rows * applyMs, appended[state.next])
    queue.add(state)
  }
  return Float64Array.from(lags).sort()
}

/** The states of nodes, by the time of their next query. */
class Heap {
  #items = []

  constructor(items) {
    for (const item of items) this.add(item)
  }

  add(item) {
    const items = this.#items
    let at = items.push(item) - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (items[parent].at <= items[at].at) return
      ;[items[parent], items[at]] = [items[at], items[parent]]
      at = parent
    }
  }

  take() {
    const items = this.#items
    const [first] = items
    const last = items.pop()
    if (items.length === 0) return first
    items[0] = last
    for (let at = 0; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2]
      let least = at
      if (items[left]?.at < items[least].at) least = left
      if (items[right]?.at < items[least].at) least = right
      if (least === at) return first
      ;[items[least], items[at]] = [items[at], items[least]]
      at = least
    }
  }
}

const number = (value, digits = 0) =>
  value.toLocaleString('en-US', { maximumFractionDigits: digits, minimumFractionDigits: digits })

/** Returns the tables as Markdown. */
export function tables(seconds) {
  const rows = [10, 100, 1000].flatMap((nodes) =>
    [1, 10, 60].map((batches) => {
      const { bytesPerSecond, cores, leastCores, applyShare, servers } = computed(nodes, batches)
      const lags = simulated(nodes, batches, seconds)
      const at = (part) => lags[Math.min(lags.length - 1, Math.floor(lags.length * part))]
      const isSaturated = leastCores > CORES || bytesPerSecond > NETWORK
      return [
        number(nodes),
        number(batches),
        `${number(bytesPerSecond / 1e6, 1)} MB/s`,
        `${number(leastCores, 2)} to ${number(cores, 2)}`,
        `${number(applyShare * 100, 1)} %`,
        isSaturated ? 'grows' : `${number(at(0.5), 1)}, ${number(at(0.99), 1)} ms`,
        number(servers),
      ]
    }),
  )
  const calls = [100, 1000, 10_000].map((rate) => {
    const need = (ms) => Math.max(1, Math.ceil((rate * ms) / 1000 / 0.7))
    return [number(rate), number(need(measured.callMs)), number(need(measured.smallCallMs))]
  })
  return [
    markdownTable([
      ['calls a second', 'nodes for calls of 12 ms', 'nodes for small calls'],
      ...calls,
    ]),
    markdownTable([
      [
        'nodes',
        'batches a second',
        'traffic of the log',
        'cores of PostgreSQL',
        'of a core of each node to follow',
        `lag p50, p99 (simulated, ${CORES} cores)`,
        'servers of PostgreSQL',
      ],
      ...rows,
    ]),
  ]
}

if (import.meta.url === pathToFileURL(process.argv[1]).href)
  console.log(tables(Number(process.env.SECONDS ?? 20)).join('\n\n'))
