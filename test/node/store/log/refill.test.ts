import { appendFileSync, cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip, gzipSync } from 'node:zlib'
import { createWriteStream } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { bearerListener } from '../../../../packages/node/src/api/bearer.ts'
import { checkpointListener, checkpointPath } from '../../../../packages/node/src/api/checkpoint.ts'
import { checkpointSource } from '../../../../packages/node/src/store/checkpoint-source.ts'
import { writeCheckpoint } from '../../../../packages/node/src/store/checkpoint.ts'
import { openLevelStore } from '../../../../packages/node/src/store/level-store.ts'
import { localFolder } from '../../../../packages/node/src/store/log/local-store.ts'
import {
  openReplicatedStore,
  type ReplicatedStoreOptions,
} from '../../../../packages/node/src/store/log/open-replicated-store.ts'
import type { ReplicatedStore } from '../../../../packages/node/src/store/log/replicated-store.ts'
import { put, scan, type Store } from '../../../../packages/node/src/store/store.ts'
import { temporaryFolder } from '../../../temporary-folder.ts'
import { MemoryLog } from './memory-log.ts'

/** New and damaged replicas, which start from a checkpoint or from the first batch. */

const owner = { networkID: 12_345, genesis: 'aa' }
const TOKEN = 'a-token-of-the-checkpoint'
const key = (at: number): Buffer => Buffer.from(`key/${at}`)

interface Opened {
  readonly log: MemoryLog
  readonly folder: string
  readonly failures: unknown[]
}

async function open(
  { log, folder, failures }: Opened,
  mode: ReplicatedStoreOptions['mode'],
  more: Partial<ReplicatedStoreOptions> = {},
): Promise<ReplicatedStore> {
  const store = await openReplicatedStore({
    log: log.connect(),
    mode,
    local: localFolder(folder, owner),
    owner,
    leaseMs: 100,
    onFailure: (error) => failures.push(error),
    ...more,
  })
  onTestFinished(() => store.close())
  return store
}

const at = (log: MemoryLog): Opened => ({
  log,
  folder: join(temporaryFolder({}), 'db'),
  failures: [],
})

async function writeKeys(store: Store, from: number, to: number): Promise<void> {
  for (let one = from; one < to; one++) await store.write([put(key(one), Buffer.alloc(500, one))])
}

async function contentOf(store: Store): Promise<readonly string[]> {
  const found: string[] = []
  for await (const entry of scan(store, Buffer.from('key/')))
    found.push(Buffer.concat([entry.key, entry.value]).toString('hex'))
  return found
}

async function expectSame(one: ReplicatedStore, other: ReplicatedStore): Promise<void> {
  await other.reached(one.position(), AbortSignal.timeout(10_000))
  expect(other.position()).toBe(one.position())
  expect(await contentOf(other)).toEqual(await contentOf(one))
}

/** Writes a checkpoint of a store to a file. */
async function checkpointOf(store: Store): Promise<string> {
  const file = join(temporaryFolder({}), 'checkpoint.gz')
  const snapshot = store.snapshot()
  await pipeline(writeCheckpoint(snapshot, owner), createGzip(), createWriteStream(file))
  await snapshot.release()
  return file
}

async function written(count: number): Promise<Opened & { readonly writer: ReplicatedStore }> {
  const opened = at(new MemoryLog())
  const writer = await open(opened, 'writer')
  await writeKeys(writer, 0, count)
  return { ...opened, writer }
}

test('a new replica gets all batches, and continues where it stopped', async () => {
  const { log, writer } = await written(10)
  const own = at(log)
  const replica = await open(own, 'replica')
  await expectSame(writer, replica)
  await replica.close()
  await writeKeys(writer, 10, 20)
  await expectSame(writer, await open(own, 'replica'))
})

test('a new replica starts from a file, where the log has no first batches', async () => {
  const { log, writer } = await written(10)
  const file = await checkpointOf(writer)
  await writeKeys(writer, 10, 15)
  log.rows = log.rows.filter(({ seal }) => seal.count >= 10n)
  await expect(open(at(log), 'replica')).rejects.toMatchObject({ code: 'logTrimmed' })
  const replica = await open(at(log), 'replica', { checkpoint: checkpointSource(file) })
  await expectSame(writer, replica)
  log.rows = log.rows.filter(({ seal }) => seal.count >= 12n)
  await expect(
    open(at(log), 'replica', { checkpoint: checkpointSource(file) }),
  ).rejects.toMatchObject({ code: 'logTrimmed' })
})

test('a new replica starts from a copy of a closed folder', async () => {
  const { log, writer } = await written(5)
  const own = at(log)
  await (await open(own, 'replica')).close()
  const copy = at(log)
  cpSync(own.folder, copy.folder, { recursive: true })
  await writeKeys(writer, 5, 8)
  log.rows = log.rows.filter(({ seal }) => seal.count >= 5n)
  await expectSame(writer, await open(copy, 'replica'))
})

test('a replica that is too far behind starts from the checkpoint of a node', async () => {
  const { log, writer } = await written(3)
  const behind = at(log)
  await (await open(behind, 'replica')).close()
  await writeKeys(writer, 3, 9)
  log.rows = log.rows.slice(-1)
  const parts = { store: Promise.resolve<Store>(writer), owner, onFailure: () => {} }
  const listener = checkpointListener(parts, (_, response) => response.writeHead(404).end())
  const server = createServer(bearerListener(checkpointPath, TOKEN, listener))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await expect(
    open(behind, 'replica', { checkpoint: checkpointSource(url, 'wrong') }),
  ).rejects.toMatchObject({ code: 'unreadable' })
  const checkpoint = checkpointSource(url, TOKEN)
  await expectSame(writer, await open(behind, 'replica', { checkpoint }))
})

/** Damages the files of a closed store. */
function damage(folder: string): void {
  for (const name of readdirSync(folder).filter((name) => /\.(?:ldb|log)$|^MANIFEST/.test(name)))
    writeFileSync(join(folder, name), Buffer.alloc(5000, 7))
}

test.each(['the log', 'a checkpoint'])(
  'a damaged replica is filled again from %s',
  async (from) => {
    const { log, writer } = await written(10)
    const own = at(log)
    await (await open(own, 'replica')).close()
    damage(own.folder)
    const checkpoint = from === 'the log' ? undefined : checkpointSource(await checkpointOf(writer))
    await writeKeys(writer, 10, 12)
    await expectSame(writer, await open(own, 'replica', { checkpoint }))
    expect(own.failures).toMatchObject([{ code: 'corrupt' }])
    expect(readdirSync(`${own.folder}.damaged`).length).toBeGreaterThan(0)
  },
)

test('a damaged folder is kept if there is no log of its network', async () => {
  const own = at(new MemoryLog())
  const store = await openLevelStore(own.folder, owner)
  await writeKeys(store, 0, 3)
  await store.close()
  damage(own.folder)
  for (const log of [new MemoryLog(), (await otherNetwork()).log])
    await expect(open({ ...own, log }, 'writer')).rejects.toThrow()
  expect(existsSync(`${own.folder}.damaged`)).toBe(false)
})

async function otherNetwork(): Promise<Opened> {
  const opened = at(new MemoryLog())
  const other = { ...owner, genesis: 'bb' }
  await open(opened, 'writer', { owner: other, local: localFolder(opened.folder, other) })
  return opened
}

test('batches that a crash of the system lost are read again', async () => {
  const { log, writer } = await written(5)
  const own = at(log)
  const replica = await open(own, 'replica')
  const before = join(temporaryFolder({}), 'copy')
  cpSync(own.folder, before, { recursive: true })
  await writeKeys(writer, 5, 8)
  await expectSame(writer, replica)
  await replica.close()
  // The file of the last seal survived, but not the last writes.
  cpSync(join(own.folder, 'ACKNOWLEDGED'), join(before, 'ACKNOWLEDGED'))
  await expectSame(writer, await open({ ...own, folder: before }, 'replica'))
})

test.each([
  ['is of another network', { ...owner, genesis: 'bb' }, 'foreign'],
  ['has no position', owner, 'logDiffers'],
])('a checkpoint that %s is refused', async (_, owned, code) => {
  const { log } = await written(2)
  const other = at(log)
  const store = await openLevelStore(other.folder, owned)
  const file = await checkpointWithout(store, owned)
  await store.close()
  const checkpoint = checkpointSource(file)
  await expect(open(at(log), 'replica', { checkpoint })).rejects.toMatchObject({ code })
})

async function checkpointWithout(store: Store, owned: typeof owner): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const part of writeCheckpoint(store, owned)) parts.push(part)
  return join(temporaryFolder({ 'checkpoint.gz': gzipSync(Buffer.concat(parts)) }), 'checkpoint.gz')
}

test('a checkpoint that is cut off leaves the folder as it was', async () => {
  const { log, writer } = await written(4)
  const file = await checkpointOf(writer)
  const short = join(temporaryFolder({}), 'short.gz')
  mkdirSync(join(short, '..'), { recursive: true })
  appendFileSync(short, gzipSync(Buffer.from('native-node checkpoint 1\n')))
  const own = at(log)
  await expect(open(own, 'replica', { checkpoint: checkpointSource(short) })).rejects.toMatchObject(
    { code: 'corrupt' },
  )
  await expectSame(writer, await open(own, 'replica', { checkpoint: checkpointSource(file) }))
})
