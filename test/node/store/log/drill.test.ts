import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { localFolder } from '../../../../packages/node/src/store/log/local-store.ts'
import { openReplicatedStore } from '../../../../packages/node/src/store/log/open-replicated-store.ts'
import { postgresLog } from '../../../../packages/node/src/store/log/postgres-log.ts'
import type { ReplicatedStore } from '../../../../packages/node/src/store/log/replicated-store.ts'
import { temporaryFolder } from '../../../temporary-folder.ts'
import { spawnNode } from '../../spawn-node.ts'
import { hasPostgres, Postgres } from './postgres.ts'
import { proxyTo } from './proxy.ts'

/** Faults under load: no acknowledged block is lost, and no chain has two blocks at a height. */

const isLong = process.env['RPCLOOM_LONG'] === '1'
const ROUNDS = 50
const LEASE_MS = isLong ? 1000 : 500
const owner = { networkID: 12_345, genesis: 'aa' }
const program = new URL('drill-process.mjs', import.meta.url)

interface Block {
  readonly chain: string
  readonly height: number
  readonly id: string
}

let postgres: Postgres
let databases = 0
beforeAll(async () => {
  if (hasPostgres) postgres = await Postgres.start()
})
afterAll(() => postgres?.remove())

/** The acknowledged blocks of all processes. */
class Drill {
  readonly acknowledged: Block[] = []
  readonly processes = new Map<string, ChildProcess>()
  /** The process that acknowledged the last block. */
  writer = ''
  readonly #folder = temporaryFolder({})
  readonly #url: string

  constructor(url: string) {
    this.#url = url
    onTestFinished(() => {
      for (const child of this.processes.values()) child.kill('SIGKILL')
    })
  }

  async start(name: string, url = this.#url): Promise<void> {
    const child = fork(program, [url, join(this.#folder, name), name, String(LEASE_MS)])
    this.processes.set(name, child)
    await new Promise<void>((resolve, reject) => {
      child.on('exit', () => reject(new Error(`${name} ended`)))
      child.on('message', (message: Block | 'open') => {
        if (message === 'open') return resolve()
        this.acknowledged.push(message)
        this.writer = name
      })
    })
  }

  send(name: string, signal: NodeJS.Signals): void {
    this.processes.get(name)?.kill(signal)
  }

  async kill(name: string): Promise<void> {
    const child = this.processes.get(name)
    const ended = new Promise((resolve) => child?.once('exit', resolve))
    child?.kill('SIGKILL')
    await ended
  }

  async stop(): Promise<void> {
    for (const child of this.processes.values()) {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      if (child.exitCode !== null || child.signalCode !== null) continue
      child.send('stop')
      await ended
    }
  }

  /** Resolves once `count` further blocks are acknowledged, with the milliseconds to the first one. */
  async progress(count: number): Promise<number> {
    const before = this.acknowledged.length
    const started = performance.now()
    let first = 0
    while (this.acknowledged.length < before + count) {
      if (this.acknowledged.length > before && first === 0) first = performance.now() - started
      if (performance.now() - started > 60_000) throw new Error('no block was acknowledged')
      await sleep(5)
    }
    return first === 0 ? performance.now() - started : first
  }

  /** Expects that a store has every acknowledged block, and each chain one block at each height. */
  async expectComplete(store: ReplicatedStore): Promise<void> {
    const lost: Block[] = []
    for (const block of this.acknowledged) {
      const value = await store.get(Buffer.from(`${block.chain}/${block.height}`))
      if (value === undefined || Buffer.from(value).toString().trim() !== block.id) lost.push(block)
    }
    expect(lost).toEqual([])
  }
}

async function openReplica(url: string, folder = temporaryFolder({})): Promise<ReplicatedStore> {
  const store = await openReplicatedStore({
    log: await postgresLog(url),
    local: localFolder(join(folder, 'db'), owner),
    owner,
    mode: 'replica',
    leaseMs: LEASE_MS,
    onFailure: () => {},
  })
  onTestFinished(() => store.close())
  return store
}

/** Expects that a node that is ahead of a standby serves its reads, is behind, and waits until the standby has its batches. */
async function expectWait(url: string, standby: Postgres, database: string): Promise<void> {
  const folder = temporaryFolder({})
  await standby.query('postgres', 'select pg_wal_replay_pause()')
  const ahead = await openReplica(url, folder)
  await ahead.reached(ahead.position() + 5n, AbortSignal.timeout(10_000))
  await ahead.close()
  const waiting = await openReplica(standby.url(database), folder)
  expect(waiting.lag().failure).toMatchObject({ code: 'logBehind' })
  await standby.query('postgres', 'select pg_wal_replay_resume()')
  await expect.poll(() => waiting.lag().failure, { timeout: 10_000 }).toBeUndefined()
  await waiting.reached(ahead.position() + 1n, AbortSignal.timeout(10_000))
}

/** The faults of the rounds, in turns. Each resolves with the milliseconds to the next acknowledged block. */
type Fault = (drill: Drill) => Promise<number>
const faults: Readonly<Record<string, Fault>> = {
  async 'the writer is killed'(drill) {
    const { writer } = drill
    await drill.kill(writer)
    const milliseconds = await drill.progress(1)
    await drill.start(writer)
    return milliseconds
  },
  async 'the writer is frozen'(drill) {
    const { writer } = drill
    drill.send(writer, 'SIGSTOP')
    // Its last messages may still arrive.
    await sleep(50)
    const milliseconds = await drill.progress(1)
    await drill.progress(20)
    drill.send(writer, 'SIGCONT')
    return milliseconds
  },
  async 'a standby is killed'(drill) {
    const standby = [...drill.processes.keys()].find((name) => name !== drill.writer) ?? ''
    await drill.kill(standby)
    const milliseconds = await drill.progress(1)
    await drill.start(standby)
    return milliseconds
  },
  async 'PostgreSQL ends the connections'(drill) {
    await postgres.query(
      'postgres',
      `select pg_terminate_backend(pid) from pg_stat_activity where datname like 'drill%'`,
    )
    return drill.progress(1)
  },
  async 'PostgreSQL crashes'(drill) {
    await postgres.stop()
    await postgres.resume()
    return drill.progress(1)
  },
}

function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0)
}

// The guide (test/node/replica/many-machines.test.ts) kills the writer of whole nodes.
describe.runIf(hasPostgres)('a writer and a standby', () => {
  if (isLong)
    test('lose nothing in any fault', { timeout: 120_000 + ROUNDS * 20_000 }, async () => {
      const url = await postgres.database(`drill${++databases}`)
      const drill = new Drill(url)
      await drill.start('one')
      await drill.progress(1)
      await drill.start('two')
      const follower = await openReplica(url)
      const takeovers: number[] = []
      const names = Object.keys(faults)
      for (let round = 0; round < ROUNDS; round++) {
        const name = names[round % names.length] ?? ''
        await drill.progress(20)
        const milliseconds = (await faults[name]?.(drill)) ?? 0
        if (name.startsWith('the writer')) takeovers.push(milliseconds)
      }
      await drill.progress(20)
      await drill.stop()
      const [{ last = 0 } = {}] = await postgres.query(
        `drill${databases}`,
        'select max(seq)::int as last from log',
      )
      await follower.reached(BigInt(Number(last)), AbortSignal.timeout(30_000))
      await drill.expectComplete(follower)
      const fresh = await openReplica(url)
      expect(fresh.position()).toBe(BigInt(Number(last)))
      await drill.expectComplete(fresh)
      console.log(
        `figure: ${ROUNDS} rounds of faults of writer, standby and PostgreSQL: ${drill.acknowledged.length} acknowledged blocks, 0 lost; takeover p50 ${percentile(takeovers, 0.5)} ms, longest ${percentile(takeovers, 1)} ms with a lease of ${LEASE_MS} ms`,
      )
    })

  test('acknowledge nothing in a partition, and fence the late writer', async () => {
    const url = await postgres.database(`drill${++databases}`)
    const proxy = await proxyTo(postgres.port)
    const drill = new Drill(url)
    await drill.start('near', postgres.url(`drill${databases}`, proxy.port))
    await drill.progress(20)
    await drill.start('far')
    proxy.partition()
    // Acknowledgements that were on their way may still arrive.
    await sleep(100)
    const before = drill.acknowledged.length
    await drill.progress(20)
    expect(drill.writer).toBe('far')
    await sleep(isLong ? 10_000 : 0)
    const byFar = drill.acknowledged.slice(before)
    proxy.heal()
    await drill.progress(20)
    if (isLong) {
      await drill.kill('far')
      await drill.progress(20)
      expect(drill.writer).toBe('near')
    }
    await drill.stop()
    const replica = await openReplica(url)
    await drill.expectComplete(replica)
    const heights = byFar.filter(({ chain }) => chain === 'X').map(({ height }) => height)
    expect(heights).toEqual(heights.toSorted((a, b) => a - b))
  })

  test('end a node with the role of the writer with exit code 3 when it is fenced', async () => {
    const database = `drill${++databases}`
    const url = await postgres.database(database)
    const folder = temporaryFolder({})
    const flags = [`--log-store=${url}`, '--log-role=writer', '--log-lease=300ms']
    const node = spawnNode('--port=0', `--data-dir=${folder}`, ...flags, '--required-disk-bytes=0')
    await node.url
    await postgres.query(database, 'update writer set epoch = epoch + 1')
    expect(await node.ended).toMatchObject({ code: 3 })
  })

  test('continue with the synchronous standby of PostgreSQL', async () => {
    const standby = await postgres.standby()
    onTestFinished(() => standby.remove())
    const database = `drill${++databases}`
    await postgres.database(database)
    const proxy = await proxyTo(postgres.port)
    const url = postgres.url(database, proxy.port)
    const drill = new Drill(url)
    await drill.start('one')
    await drill.progress(20)
    const reader = await openReplica(standby.url(database))
    await expectWait(url, standby, database)
    const { length } = drill.acknowledged
    await postgres.stop()
    const started = performance.now()
    await standby.promote()
    proxy.target = standby.port
    proxy.cut()
    await drill.progress(20)
    console.log(
      `figure: the synchronous standby of PostgreSQL was promoted: ${length} acknowledged blocks, 0 lost, writing after ${Math.round(performance.now() - started)} ms`,
    )
    await drill.stop()
    const fresh = await openReplica(standby.url(database))
    await drill.expectComplete(fresh)
    await reader.reached(fresh.position(), AbortSignal.timeout(10_000))
    await drill.expectComplete(reader)
    await postgres.resume()
    await postgres.query('postgres', 'alter system reset synchronous_standby_names')
  })
})
