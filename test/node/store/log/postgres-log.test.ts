import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inspect } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { localFolder } from '../../../../packages/node/src/store/log/local-store.ts'
import {
  openReplicatedStore,
  type ReplicatedStoreOptions,
} from '../../../../packages/node/src/store/log/open-replicated-store.ts'
import { postgresLog } from '../../../../packages/node/src/store/log/postgres-log.ts'
import type { ReplicatedStore } from '../../../../packages/node/src/store/log/replicated-store.ts'
import { sealAfter } from '../../../../packages/node/src/store/seal.ts'
import type { StoreError } from '../../../../packages/node/src/store/store-error.ts'
import { put } from '../../../../packages/node/src/store/store.ts'
import { temporaryFolder } from '../../../temporary-folder.ts'
import { canMount, smallDisk } from '../small-disk.ts'
import { describeLog } from './batch-log-contract.ts'
import { NEW } from './memory-log.ts'
import { hasPostgres, NOBODY, PASSWORD, Postgres } from './postgres.ts'
import { proxyTo } from './proxy.ts'

/** Faults of PostgreSQL: reads go on, writes fail with a code, and succeed within two seconds once the fault is over. */

const owner = { networkID: 12_345, genesis: 'aa' }
/** Time that a store has to recover; longer on a busy machine. */
const RECOVERY_MS = 2000 * Number(process.env['PATIENCE'] ?? 1)
/** How often PostgreSQL ends the connections. */
const ROUNDS = process.env['RPCLOOM_LONG'] === '1' ? 5 : 2
const key = (name: string): Buffer => Buffer.from(name)

let postgres: Postgres
let databases = 0
/** Every error that a store reported or threw. */
const errors: unknown[] = []

beforeAll(async () => {
  if (hasPostgres) postgres = await Postgres.start()
})
afterAll(() => postgres?.remove())

async function open(
  url: string,
  mode: ReplicatedStoreOptions['mode'] = 'writer',
  more: Partial<ReplicatedStoreOptions> = {},
): Promise<ReplicatedStore> {
  const store = await openReplicatedStore({
    log: await postgresLog(url),
    mode,
    local: localFolder(join(temporaryFolder({}), 'db'), owner),
    owner,
    leaseMs: 1000,
    onFailure: (error) => errors.push(error),
    ...more,
  })
  onTestFinished(() => store.close())
  return store
}

/** Writes a value that cannot be compressed. */
const write = (store: ReplicatedStore, name: string): Promise<void> =>
  store.write([put(key(name), crypto.getRandomValues(new Uint8Array(60_000)))])

/** Writes. Returns the code of the error. */
async function codeOf(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work
    return undefined
  } catch (error) {
    errors.push(error)
    return (error as StoreError).code
  }
}

/** Expects that writes fail with a code and reads go on, and that writes succeed soon after `repair`. */
async function expectFault(
  store: ReplicatedStore,
  code: string,
  repair: () => Promise<unknown> | void,
): Promise<void> {
  await expect.poll(() => codeOf(write(store, 'refused'))).toBe(code)
  const position = store.position()
  expect(await codeOf(write(store, 'refused'))).toBe(code)
  expect(store.position()).toBe(position)
  expect(await store.get(key('before'))).toBeDefined()
  await repair()
  await expectRecovery(store)
}

async function expectRecovery(store: ReplicatedStore): Promise<void> {
  const started = performance.now()
  while ((await codeOf(write(store, 'after'))) !== undefined) {
    expect(performance.now() - started).toBeLessThan(RECOVERY_MS)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  expect(await store.get(key('after'))).toBeDefined()
}

/** A query that ends the connections of all stores. */
const endConnections = `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'native-node'`

/** Opens a writer that has written, and a replica, at a new log. */
async function pair(port = postgres.port) {
  const schema = `faults${++databases}`
  const url = await postgres.schema(schema, port)
  const writer = await open(url)
  await write(writer, 'before')
  const replica = await open(url, 'replica')
  const expectFollowed = async (): Promise<void> => {
    await replica.reached(writer.position(), AbortSignal.timeout(10_000))
    expect(await replica.get(key('after'))).toBeDefined()
  }
  return { schema, writer, replica, expectFollowed }
}

describe.runIf(hasPostgres)('PostgreSQL', () => {
  describeLog('in PostgreSQL', async () => {
    const url = await postgres.schema(`contract${++databases}`)
    return [await postgresLog(url), await postgresLog(url)]
  })

  test('returns only a few megabytes of batches at once, and a larger batch alone', async () => {
    const log = await postgresLog(await postgres.schema(`contract${++databases}`))
    onTestFinished(() => log.close())
    await log.create({ seal: NEW, owner: '{}' })
    await log.takeOver({ name: 'one', url: undefined, leaseMs: 60_000 })
    let seal = NEW
    for (const megabytes of [1, 2, 2, 6, 1]) {
      const bytes = randomBytes(megabytes * 1_000_000)
      const next = sealAfter(seal, bytes)
      expect(await log.append(1n, seal.digest, { seal: next, bytes })).toBe(true)
      seal = next
    }
    const read = async (seq: bigint): Promise<readonly number[]> =>
      (await log.after(seq)).map(({ bytes }) => bytes.length / 1_000_000)
    expect(await read(0n)).toEqual([1, 2])
    expect(await read(2n)).toEqual([2])
    expect(await read(3n)).toEqual([6])
    expect(await read(4n)).toEqual([1])
  })
})

describe.runIf(hasPostgres)('a log in PostgreSQL that', () => {
  test.runIf(canMount)('is on a full disk', async () => {
    const { schema, writer, expectFollowed } = await pair()
    const disk = smallDisk(2 * 1024 * 1024)
    chmodSync(dirname(disk.folder), 0o755)
    chownSync(disk.folder, NOBODY, NOBODY)
    await postgres.query('postgres', `create tablespace ${schema} location '${disk.folder}'`)
    // PostgreSQL would not start again without the disk.
    onTestFinished(async () => {
      await postgres.query('postgres', `drop table ${schema}.log`)
      await postgres.query('postgres', `drop tablespace ${schema}`)
      await postgres.query('postgres', 'checkpoint')
    })
    await postgres.query('postgres', `alter table ${schema}.log set tablespace ${schema}`)
    while ((await codeOf(write(writer, 'more'))) === undefined)
      expect(disk.free()).toBeGreaterThan(0)
    await expectFault(writer, 'logFull', () => disk.grow(8 * 1024 * 1024))
    await expectFollowed()
  })

  test('is read-only', async () => {
    const { writer, expectFollowed } = await pair()
    const set = async (value: string): Promise<void> => {
      await postgres.query('postgres', `alter system set default_transaction_read_only = ${value}`)
      await postgres.query('postgres', 'select pg_reload_conf()')
    }
    await set('on')
    await expectFault(writer, 'logReadOnly', () => set('off'))
    await expectFollowed()
  })

  test('has no connections left', async () => {
    const { writer, expectFollowed } = await pair()
    const clients: pg.Client[] = []
    const free = (): Promise<unknown> => Promise.all(clients.map((client) => client.end()))
    onTestFinished(async () => void (await free()))
    /** Takes all connections, also those of the store. */
    const take = async (): Promise<void> => {
      await clients[0]?.query(endConnections)
      for (;;) {
        const client = new pg.Client({ connectionString: postgres.url('postgres') })
        client.on('error', () => {})
        await client.connect()
        clients.push(client)
      }
    }
    await expect
      .poll(
        async () => {
          await expect(take()).rejects.toMatchObject({ code: '53300' })
          return codeOf(write(writer, 'refused'))
        },
        { timeout: 20_000 },
      )
      .toBe('logBusy')
    await expectFault(writer, 'logBusy', free)
    await expectFollowed()
  })

  test('ends the connections', async () => {
    const { writer, expectFollowed } = await pair()
    for (let round = 0; round < ROUNDS; round++) {
      await postgres.query('postgres', endConnections)
      await expectRecovery(writer)
    }
    await expectFollowed()
  })

  test('is down, and starts again', async () => {
    const { writer, replica, expectFollowed } = await pair()
    await postgres.stop()
    await expect.poll(() => replica.lag().seconds).toBeGreaterThan(1)
    expect(await replica.get(key('before'))).toBeDefined()
    await expectFault(writer, 'logUnreachable', () => postgres.resume())
    await expectFollowed()
  })

  test('is slow', async () => {
    const proxy = await proxyTo(postgres.port)
    const { writer, expectFollowed } = await pair(proxy.port)
    proxy.delayMs = 200
    const started = performance.now()
    await write(writer, 'slow')
    expect(performance.now() - started).toBeGreaterThan(390)
    expect(await writer.get(key('slow'))).toBeDefined()
    proxy.delayMs = 0
    await expectRecovery(writer)
    await expectFollowed()
  })

  test('does not respond: an append waits until its outcome is known, and others are refused', async () => {
    const proxy = await proxyTo(postgres.port)
    const { writer, expectFollowed } = await pair(proxy.port)
    proxy.partition()
    const unsure = codeOf(write(writer, 'unsure'))
    proxy.cut()
    await expect.poll(() => codeOf(write(writer, 'refused')), { timeout: 20_000 }).toMatch(/^log/)
    proxy.heal()
    expect(await unsure).toMatch(/^log/)
    await expectRecovery(writer)
    await expectFollowed()
  })

  test('has tables of another application', async () => {
    const schema = `other${++databases}`
    const url = await postgres.schema(schema)
    await postgres.query('postgres', `create table ${schema}.log(message text)`)
    await expect(open(url)).rejects.toMatchObject({
      code: 'logRefused',
      message: expect.stringContaining('database of its own') as unknown,
    })
  })

  test('refuses the password, and has no such database', async () => {
    const url = postgres.url('nowhere')
    expect(await codeOf(open(url))).toBe('logRefused')
    expect(await codeOf(open(url.replace(PASSWORD, `${PASSWORD}x`)))).toBe('logRefused')
  })
})

test.each([
  'nonsense',
  `http://node:${PASSWORD}@127.0.0.1/db`,
  `postgres://node:${PASSWORD}@127.0.0.1:99999/db`,
])('an invalid URL is refused: %s', async (url) => {
  expect(await codeOf(postgresLog(url))).toBe('logRefused')
})

test('no error has the password of the URL', () => {
  expect(errors.length).toBeGreaterThan(0)
  for (const error of errors)
    expect(inspect(error, { depth: 10, showHidden: true, getters: true })).not.toContain(PASSWORD)
})
