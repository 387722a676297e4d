import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '@native-node/client'
import { chmodSync, chownSync } from 'node:fs'
import { dirname } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { canMount, smallDisk } from '../node/store/small-disk.ts'
import { proxyTo, type Proxy } from '../node/store/log/proxy.ts'
import { NOBODY, Postgres } from '../node/store/log/postgres.ts'
import { isAccepted } from '../node/world/world.ts'
import { Load, Machines, metric, type Acknowledged } from '../node/replica/machines.ts'

/**
 * Faults of whole nodes and of PostgreSQL under load on all chains. In the gate, the guide kills a writer, and the tests of
 * the log have the other faults.
 */

const ROUNDS = 50
const LEASE_MS = 1000
const PATIENCE = Number(process.env['PATIENCE'] ?? 1)

let postgres: Postgres
let databases = 0
beforeAll(async () => {
  postgres = await Postgres.start()
})
afterAll(() => postgres?.remove())

interface Drill {
  readonly database: string
  readonly machines: Machines
  readonly load: Load
  /** Between the nodes and PostgreSQL. */
  readonly proxy: Proxy
}

/** The faults of the rounds, in turns. Each resolves with the milliseconds to the next acknowledgement. */
const faults: Readonly<Record<string, (drill: Drill) => Promise<number>>> = {
  async 'the writer is killed'({ machines, load }) {
    const writer = await machines.writer()
    const began = performance.now()
    await machines.end(writer)
    const milliseconds = await load.progress(began)
    await machines.start(writer.name)
    return milliseconds
  },
  async 'the writer is frozen'({ machines, load }) {
    const { spawned } = await machines.writer()
    spawned.child.kill('SIGSTOP')
    const milliseconds = await load.progress()
    await load.progress()
    spawned.child.kill('SIGCONT')
    return milliseconds
  },
  async 'a standby is killed'({ machines, load }) {
    const writer = await machines.writer()
    const standby = [...machines.all.values()].find(({ name }) => name !== writer.name)
    if (standby === undefined) throw new Error('no standby')
    await machines.end(standby)
    const milliseconds = await load.progress()
    await machines.start(standby.name)
    return milliseconds
  },
  async 'PostgreSQL ends the connections'({ database, load }) {
    await postgres.query(
      'postgres',
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`,
    )
    return load.progress()
  },
  async 'PostgreSQL is restarted'({ load }) {
    await postgres.stop('SIGINT')
    await postgres.resume()
    return load.progress()
  },
  async 'a process of PostgreSQL is killed'({ database, load }) {
    const [row] = await postgres.query(
      'postgres',
      `select pid from pg_stat_activity where datname = '${database}' limit 1`,
    )
    // PostgreSQL ends all other processes, and recovers from its files.
    process.kill(Number(row?.['pid']), 'SIGKILL')
    return load.progress()
  },
  async 'PostgreSQL crashes'({ load }) {
    await postgres.stop('SIGQUIT')
    await postgres.resume()
    return load.progress()
  },
  async 'PostgreSQL is read-only'(drill) {
    const set = async (value: string): Promise<void> => {
      await postgres.query('postgres', `alter system set default_transaction_read_only = ${value}`)
      await postgres.query('postgres', 'select pg_reload_conf()')
    }
    await set('on')
    return repaired(drill, 'logReadOnly', () => set('off'))
  },
  async 'PostgreSQL has no connections left'(drill) {
    const clients: pg.Client[] = []
    onTestFinished(async () => void (await Promise.all(clients.map((client) => client.end()))))
    const take = async (): Promise<void> => {
      await clients[0]?.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${drill.database}'`,
      )
      for (;;) {
        const client = new pg.Client({ connectionString: postgres.url('postgres') })
        client.on('error', () => {})
        await client.connect()
        clients.push(client)
      }
    }
    for (let tries = 0; tries < 5; tries++)
      await expect(take()).rejects.toMatchObject({ code: '53300' })
    return repaired(drill, 'logBusy', async () => {
      await Promise.all(clients.splice(0).map((client) => client.end()))
    })
  },
  async 'PostgreSQL is slow by 200 ms'({ machines, load, proxy }) {
    proxy.delayMs = 100
    await expectReads(machines)
    await load.progress()
    proxy.delayMs = 0
    return load.progress()
  },
  ...(canMount && {
    async 'the disk of PostgreSQL is full'(drill: Drill) {
      const { database } = drill
      const [row] = await postgres.query(database, `select pg_total_relation_size('log') as bytes`)
      const bytes = 2 * Number(row?.['bytes']) + 4_000_000
      const disk = smallDisk(bytes)
      chmodSync(dirname(disk.folder), 0o755)
      chownSync(disk.folder, NOBODY, NOBODY)
      const name = `disk${++disks}`
      const move = (to: string) => postgres.query(database, `alter table log set tablespace ${to}`)
      await postgres.query(database, `create tablespace ${name} location '${disk.folder}'`)
      await move(name)
      disk.fill(disk.free())
      const milliseconds = await repaired(drill, 'logFull', () => disk.grow(2 * bytes))
      // PostgreSQL would not start again without the disk.
      await move('pg_default')
      await postgres.query(database, `drop tablespace ${name}`)
      return milliseconds
    },
  }),
}

let disks = 0

/** Expects reads on all nodes and a named error of transactions, and acknowledgements soon after the repair. */
async function repaired(
  { machines, load }: Drill,
  fault: string,
  repair: () => Promise<unknown> | void,
): Promise<number> {
  const began = performance.now()
  await expect.poll(() => load.faultSince(began), { timeout: 20_000 * PATIENCE }).toBe(fault)
  await expectReads(machines)
  await repair()
  const milliseconds = await load.progress()
  recoveries.push(milliseconds)
  return milliseconds
}

const recoveries: number[] = []

async function expectReads(machines: Machines): Promise<void> {
  for (const { client } of machines.all.values()) {
    expect(await client.cChain.eth.blockNumber()).toBeGreaterThan(0n)
    expect((await client.pChain.getHeight()).height).toBeGreaterThan(0n)
  }
}

function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0)
}

async function lastOf(
  database: string,
): Promise<{ readonly last: string; readonly digest: string }> {
  const [row] = await postgres.query(
    database,
    `select seq, encode(digest, 'hex') as digest from log order by seq desc limit 1`,
  )
  return { last: String(row?.['seq']), digest: String(row?.['digest']) }
}

/** Expects that a new replica has all acknowledged transactions, and that all nodes have its digest. */
async function expectComplete({ database, machines, load }: Drill): Promise<void> {
  await load.stop()
  const fresh = await machines.start('fresh', { role: 'replica' })
  const { last, digest } = await lastOf(database)
  for (const machine of machines.all.values())
    await expect
      .poll(() => metric(machine, 'node_log_position'), { timeout: 30_000 })
      .toBe(Number(last))
  await expectAccepted(fresh.client, load.acknowledged)
  const digests = await machines.digests()
  expect(new Set(digests).size).toBe(1)
  expect(digests[0]).toContain(`${last} ${digest} `)
}

async function expectAccepted(client: Client, all: readonly Acknowledged[]): Promise<void> {
  const rest = [...all]
  const check = async (): Promise<void> => {
    for (let one = rest.pop(); one !== undefined; one = rest.pop())
      expect([one, await isAccepted(client, one.chain, one.txID)]).toEqual([one, true])
  }
  await Promise.all(Array.from({ length: 16 }, check))
}

function counts(all: readonly Acknowledged[]): string {
  const on = (name: string): number => all.filter(({ chain }) => chain === name).length
  return `${on('X')} on X, ${on('P')} on P, ${on('C')} on C`
}

describe('whole nodes', () => {
  test(
    'lose nothing in any fault',
    { timeout: PATIENCE * (120_000 + ROUNDS * 20_000) },
    async () => {
      const database = `nodes${++databases}`
      await postgres.database(database)
      const proxy = await proxyTo(postgres.port)
      const machines = new Machines(postgres.url(database, proxy.port), LEASE_MS)
      const load = new Load(machines)
      await machines.start('one')
      await Promise.all([machines.start('two'), load.start()])
      const drill = { database, machines, load, proxy }
      const takeovers: number[] = []
      const names = Object.keys(faults)
      for (let round = 0; round < ROUNDS; round++) {
        const name = names[round % names.length] ?? ''
        await load.progress()
        const milliseconds = (await faults[name]?.(drill)) ?? 0
        if (name.startsWith('the writer')) takeovers.push(milliseconds)
      }
      await load.progress()
      await expectComplete(drill)
      expect(percentile(recoveries, 1)).toBeLessThan(2000 * PATIENCE)
      console.log(
        `figure: ${ROUNDS} rounds of faults of whole nodes and PostgreSQL under load: ${counts(load.acknowledged)} acknowledged, 0 lost, all digests equal; takeover p50 ${percentile(takeovers, 0.5)} ms, longest ${percentile(takeovers, 1)} ms with a lease of ${LEASE_MS} ms; longest recovery of a full, read-only or busy PostgreSQL ${percentile(recoveries, 1)} ms`,
      )
    },
  )

  test('acknowledge nothing in a partition, and the writer ends with exit code 3', async () => {
    const database = `nodes${++databases}`
    const machines = new Machines(await postgres.database(database), LEASE_MS)
    const proxy = await proxyTo(postgres.port)
    const near = await machines.start('near', {
      role: 'writer',
      log: postgres.url(database, proxy.port),
    })
    const load = new Load(machines)
    await Promise.all([machines.start('far'), load.start()])
    await load.progress()
    proxy.partition()
    const began = performance.now()
    const took = await load.progress()
    await sleep(10_000)
    // Afterwards, the node knows that it is replaced: it sends calls that wait to the new writer, until it ends.
    const healed = performance.now()
    proxy.heal()
    expect(await near.spawned.ended).toMatchObject({ code: 3 })
    machines.all.delete('near')
    await load.progress()
    const inside = load.acknowledged.filter(
      ({ by, began: sent, at }) => by === 'near' && sent >= began && at < healed,
    )
    expect(inside).toEqual([])
    await expectComplete({ database, machines, load, proxy })
    console.log(
      `figure: partition of a whole writer for 10 s after the takeover (${Math.round(took)} ms): 0 transactions acknowledged inside, exit code 3 on return, ${counts(load.acknowledged)} acknowledged, 0 lost`,
    )
  })
})
