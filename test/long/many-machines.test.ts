import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, http, webSocket, type Transport } from '@native-node/client'
import { memoryStore } from '@native-node/node'
import { startNode } from '@native-node/node/testing'
import { minimumPosition } from '@rpcloom/rpc/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openLevelStore } from '../../packages/node/src/store/level-store.ts'
import { XState } from '../../packages/node/src/x-chain/state.ts'
import { assemble } from '../node/c-chain/assemble.ts'
import { Machines, metric, owner, type Machine } from '../node/replica/machines.ts'
import { transfer } from '../node/replica/transfers.ts'
import { Postgres } from '../node/store/log/postgres.ts'
import { amount, someone, X } from '../node/x-chain/wallet.ts'
import { temporaryFolder } from '../temporary-folder.ts'

/** Figures of whole nodes that share a log. */

const PATIENCE = Number(process.env['PATIENCE'] ?? 1)
const READS = 10_000
const BLOCKS_PER_SECOND = 30
const LAG_SECONDS = 20
const OUTPUTS = 500_000
const CALL_SECONDS = 10

let postgres: Postgres
let databases = 0
beforeAll(async () => {
  postgres = await Postgres.start({ fsync: 'on' })
})
afterAll(() => postgres?.remove())

/** Starts a writer and replicas at a new log. */
async function cluster(
  replicas: number,
  flags: readonly string[] = [],
): Promise<{ readonly machines: Machines; readonly all: readonly [Machine, ...Machine[]] }> {
  const machines = new Machines(await postgres.database(`long${++databases}`), 3000)
  const writer = await machines.start('writer', { role: 'writer', flags })
  const others: Machine[] = []
  for (let at = 0; at < replicas; at++)
    others.push(await machines.start(`replica${at}`, { role: 'replica', flags }))
  return { machines, all: [writer, ...others] }
}

/** Sends each request to the next node. */
function inTurns(machines: readonly Machine[]): Transport {
  const transports = machines.map(({ url }) => http(url))
  let count = 0
  return (request) => {
    const next = transports[count++ % transports.length]
    if (next === undefined) throw new Error('no node')
    return next(request)
  }
}

const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? 0
const load = (): string => `load ${loadavg()[0]?.toFixed(0)}`

/** Returns the CPU time that a process has used, in seconds. */
function cpuOf({ spawned }: Machine): number {
  const fields = readFileSync(`/proc/${spawned.child.pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

describe('nodes that share a log', { timeout: PATIENCE * 600_000 }, () => {
  test('have no stale read with a minimum position', async () => {
    const { all } = await cluster(2)
    const names = { response: 'x-node-seq', request: 'x-node-min-seq' }
    const client = createClient({ transport: minimumPosition(inTurns(all), names) })
    const plain = createClient({ transport: http(all[1]?.url ?? '') })
    const address = '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC'
    const each = 20
    let [stale, staleWithout] = [0, 0]
    for (let nonce = 0; nonce < READS / each; nonce++) {
      await client.cChain.eth.sendRawTransaction(await transfer(nonce))
      const without = plain.cChain.eth.getTransactionCount(address, 'latest')
      const counts = await Promise.all(
        Array.from({ length: each }, () =>
          client.cChain.eth.getTransactionCount(address, 'latest'),
        ),
      )
      stale += counts.filter((count) => count !== BigInt(nonce + 1)).length
      if ((await without) !== BigInt(nonce + 1)) staleWithout++
    }
    expect(stale).toBe(0)
    console.log(
      `figure: reads after writes through a balancer over three nodes, with the minimum position: ${stale} of ${READS} stale; without it, on one replica: ${staleWithout} of ${READS / each} (${load()})`,
    )
  })

  test('follow within 250 ms at 30 blocks a second', async () => {
    const { all } = await cluster(1)
    const [writer, replica] = all
    if (replica === undefined) throw new Error('no replica')
    const subscriptions = webSocket(replica.url.replace('http', 'ws'))
    const client = createClient({ transport: http(replica.url), subscriptions })
    const seen = new Map<bigint, number>()
    const blocks = BLOCKS_PER_SECOND * LAG_SECONDS
    const following = (async () => {
      for await (const { number } of client.cChain.subscribe('newHeads')) {
        seen.set(number, performance.now())
        if (seen.size === blocks) return
      }
    })()
    await sleep(500)
    const acknowledged: number[] = []
    const raws = await Promise.all(Array.from({ length: blocks }, (_, nonce) => transfer(nonce)))
    const began = performance.now()
    for (const [at, raw] of raws.entries()) {
      await sleep(Math.max(0, began + (at * 1000) / BLOCKS_PER_SECOND - performance.now()))
      await writer.client.cChain.eth.sendRawTransaction(raw)
      acknowledged.push(performance.now())
    }
    const rate = blocks / ((performance.now() - began) / 1000)
    await following
    const lags = acknowledged.map((time, at) => (seen.get(BigInt(at + 1)) ?? Infinity) - time)
    const [p50, p99] = [percentile(lags, 0.5), percentile(lags, 0.99)]
    console.log(
      `figure: acknowledged by the writer to reported by a subscription of a replica, ${blocks} blocks at ${rate.toFixed(1)} a second: p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms (${load()})`,
    )
    expect(p99).toBeLessThan(250 * PATIENCE)
    subscriptions.close()
  })

  test('start from a checkpoint of a million entries', async () => {
    const token = temporaryFolder({ token: 'a-token-of-the-checkpoint-0123456789' })
    const flags = ['--checkpoint-token-file', `${token}/token`]
    const machines = new Machines(await postgres.database(`long${++databases}`), 3000)
    await fill(`${machines.folderOf('writer')}/db`)
    const writer = await machines.start('writer', { role: 'writer', flags })
    let nonce = 0
    const done = new AbortController()
    const sending = (async () => {
      while (!done.signal.aborted) {
        await writer.client.cChain.eth.sendRawTransaction(await transfer(nonce++))
        await sleep(50)
      }
    })()
    const began = performance.now()
    const replica = await machines.start('replica', {
      role: 'replica',
      flags: [...flags, '--log-checkpoint', writer.url],
    })
    const seconds = (performance.now() - began) / 1000
    done.abort()
    await sending
    const last = await metric(writer, 'node_log_position')
    await expect.poll(() => metric(replica, 'node_log_position'), { timeout: 30_000 }).toBe(last)
    const cpu = cpuOf(replica)
    const [one, other] = await machines.digests()
    expect(other).toBe(one)
    console.log(
      `figure: a new replica of ${2 * OUTPUTS} entries was ready after ${seconds.toFixed(1)} s (${cpu.toFixed(1)} s of its CPU), from the checkpoint of a writer that continued with ${nonce} blocks; digests of the content equal (${load()})`,
    )
    expect(seconds).toBeLessThan(15 * PATIENCE)
  })

  test('serve as many calls as there are nodes', async () => {
    const { all } = await cluster(2)
    const [, ...replicas] = all
    const callOf = (machine: Machine, count: number) => {
      const loop = `0x${count.toString(16)} loop: 0x01 SWAP1 SUB DUP1 @loop JUMPI STOP`
      const data = assemble(loop)
      return () => machine.client.cChain.eth.call({ data })
    }
    const [first] = replicas
    if (first === undefined) throw new Error('no replica')
    // Each replica has one core, as on a machine of its own: alone, its worker threads would use both.
    for (const [core, { spawned }] of replicas.entries())
      execFileSync('taskset', [
        '--all-tasks',
        '--cpu-list',
        '--pid',
        String(core),
        String(spawned.child.pid),
      ])
    const milliseconds = async (count: number): Promise<number> => {
      const before = cpuOf(first)
      for (let at = 0; at < 100; at++) await callOf(first, count)()
      return (cpuOf(first) - before) * 10
    }
    for (const machine of replicas)
      for (let warm = 0; warm < 50; warm++) await callOf(machine, PROBE)()
    const count = Math.round((PROBE * 12) / (await milliseconds(PROBE)))
    const cost = await milliseconds(count)
    const calls = replicas.map((machine) => callOf(machine, count))
    const rounds: { readonly one: number; readonly two: number; readonly ratioOfCpu: number }[] = []
    for (let round = 0; round < 3; round++) {
      const one = await served(replicas.slice(0, 1), calls.slice(0, 1))
      const two = await served(replicas, calls)
      rounds.push({ one: one.rate, two: two.rate, ratioOfCpu: two.cpu / one.cpu })
    }
    const ratio = percentile(
      rounds.map(({ one, two }) => two / one),
      0.5,
    )
    const cpu = percentile(
      rounds.map(({ ratioOfCpu }) => ratioOfCpu),
      0.5,
    )
    console.log(
      `figure: calls of ${cost.toFixed(1)} ms of CPU: two replicas served ${ratio.toFixed(2)} times as many as one, with ${cpu.toFixed(2)} times the CPU time of the replicas, each on one of two cores, which the clients and others share; ${rounds.map(({ one, two }) => `${one.toFixed(0)} and ${two.toFixed(0)}`).join(', ')} a second in three rounds (${load()})`,
    )
    // What the machine limits is their CPU time: for the same CPU time they serve the same calls.
    expect(ratio / cpu).toBeGreaterThan(0.7)
    expect(ratio).toBeGreaterThan(1.1)
  })
})

/** Rounds of a loop to measure. */
const PROBE = 30_000

/** Calls the nodes for some seconds, eight calls at once. Returns calls a second, and the share of cores that the nodes used. */
async function served(
  machines: readonly Machine[],
  calls: readonly (() => Promise<unknown>)[],
): Promise<{ readonly rate: number; readonly cpu: number }> {
  const cpu = (): number => machines.reduce((sum, machine) => sum + cpuOf(machine), 0)
  const [before, began] = [cpu(), performance.now()]
  let count = 0
  const keepCalling = async (at: number): Promise<void> => {
    while (performance.now() - began < CALL_SECONDS * 1000) {
      await calls[at % calls.length]?.()
      count++
    }
  }
  await Promise.all(Array.from({ length: 8 }, (_, at) => keepCalling(at)))
  const seconds = (performance.now() - began) / 1000
  return { rate: count / seconds, cpu: (cpu() - before) / seconds }
}

/** Creates chain data with many outputs, each of which has two entries. */
async function fill(folder: string): Promise<void> {
  const store = await openLevelStore(folder, { ...owner, content: 'chain' }, { sync: false })
  // Writes the genesis of each chain.
  const openStore = async (content: 'chain' | 'node') =>
    content === 'chain' ? { ...store, close: async () => {} } : memoryStore()
  await (await startNode({ openStore, requiredDiskBytes: 0 })).close()
  const { utxos } = new XState(store, X)
  const owners = Array.from({ length: 1000 }, (_, at) => someone(at))
  for (let from = 0; from < OUTPUTS; from += 5000)
    await store.write(
      Array.from({ length: 5000 }, (_, at) => from + at).flatMap((at) => {
        const holder = owners[at % owners.length]
        if (holder === undefined) throw new Error('no owner')
        const txID = at.toString(16).padStart(64, 'a') as Parameters<typeof utxos.added>[0]['txID']
        return utxos.added({ txID, outputIndex: 0, ...amount([holder], 1_000_000_000n) })
      }),
    )
  await store.close()
}
