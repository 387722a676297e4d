import { onTestFinished, describe, expect, test } from 'vitest'
import type { BatchLog } from '../../../../packages/node/src/store/log/batch-log.ts'
import type { LocalPlace } from '../../../../packages/node/src/store/log/local-store.ts'
import {
  openReplicatedStore,
  type ReplicatedStoreOptions,
} from '../../../../packages/node/src/store/log/open-replicated-store.ts'
import type { ReplicatedStore } from '../../../../packages/node/src/store/log/replicated-store.ts'
import { StoreError } from '../../../../packages/node/src/store/store-error.ts'
import { put } from '../../../../packages/node/src/store/store.ts'
import { AppliedFault, lostConnection, MemoryLog, memoryPlace } from './memory-log.ts'

const owner = { networkID: 12_345, genesis: 'aa' }
const key = (name: string): Buffer => Buffer.from(name)
const write = (store: ReplicatedStore, name: string, value = name): Promise<void> =>
  store.write([put(key(name), key(value))])
const read = async (store: ReplicatedStore, name: string): Promise<string | undefined> => {
  const value = await store.get(key(name))
  return value && Buffer.from(value).toString()
}

/** Opens a store that is closed when the test ends. */
async function open(
  log: BatchLog,
  mode: ReplicatedStoreOptions['mode'],
  more: Partial<ReplicatedStoreOptions> = {},
): Promise<ReplicatedStore> {
  const store = await openReplicatedStore({
    log,
    mode,
    local: memoryPlace(),
    owner,
    url: `http://${mode}`,
    leaseMs: 100,
    onFailure: () => {},
    ...more,
  })
  onTestFinished(() => store.close())
  return store
}

/** Resolves with the next role of a store. */
const roleOf = (store: ReplicatedStore): Promise<string> =>
  new Promise((resolve) => store.onRole(async (role) => resolve(role)))

const soon = (seq: bigint, store: ReplicatedStore): Promise<void> =>
  store.reached(seq, AbortSignal.timeout(10_000))

describe('a writer and a replica', () => {
  test('have the same content at the same position', async () => {
    const log = new MemoryLog()
    const writer = await open(log.connect(), 'writer')
    expect([writer.role(), writer.position(), writer.writerUrl()]).toEqual([
      'writer',
      0n,
      'http://writer',
    ])
    await write(writer, 'a')
    const replica = await open(log.connect(), 'replica')
    expect([replica.role(), replica.position(), replica.writerUrl()]).toEqual([
      'replica',
      1n,
      'http://writer',
    ])
    expect(await read(replica, 'a')).toBe('a')
    const applied: [number, bigint][] = []
    replica.onApplied(async (changes, position) => void applied.push([changes.length, position]))
    await Promise.all([write(writer, 'b'), write(writer, 'c')])
    await write(writer, 'd')
    expect(writer.position()).toBe(3n)
    await soon(3n, replica)
    expect(await read(replica, 'd')).toBe('d')
    expect(applied).toEqual([
      [2, 2n],
      [1, 3n],
    ])
    expect(replica.lag().batches).toBe(0n)
    await expect(write(replica, 'e')).rejects.toMatchObject({
      code: 'replica',
      message: expect.stringContaining('http://writer'),
    })
  })

  test('a wait for a position ends when it is aborted', async () => {
    const store = await open(new MemoryLog().connect(), 'writer')
    await store.reached(0n, AbortSignal.abort())
    await expect(store.reached(1n, AbortSignal.abort(new Error('late')))).rejects.toThrow('late')
    const abort = new AbortController()
    const waiting = store.reached(1n, abort.signal)
    abort.abort(new Error('later'))
    await expect(waiting).rejects.toThrow('later')
  })

  test('a removed listener is not called', async () => {
    const log = new MemoryLog()
    const writer = await open(log.connect(), 'writer')
    const replica = await open(log.connect(), 'replica')
    const applied: bigint[] = []
    const stop = replica.onApplied(async (_, position) => void applied.push(position))
    await write(writer, 'a')
    await soon(1n, replica)
    stop()
    await write(writer, 'b')
    await soon(2n, replica)
    expect(applied).toEqual([1n])
  })

  test('no further batches are read while a listener uses the last ones', async () => {
    const log = new MemoryLog()
    const writer = await open(log.connect(), 'writer')
    const standby = await open(log.connect(), 'standby', { leaseMs: 60 })
    let release = (): void => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    let isFirst = true
    const applied: bigint[] = []
    standby.onApplied((_, position) => {
      applied.push(position)
      const used = isFirst ? held : Promise.resolve()
      isFirst = false
      return used
    })
    for (let at = 1; at <= 20; at++) await write(writer, `key${at}`)
    await expect.poll(() => standby.lag().batches).toBeGreaterThan(10n)
    const { length } = applied
    expect(length).toBeLessThan(10)
    const { seconds } = standby.lag()
    await writer.close()
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(applied).toHaveLength(length)
    expect(standby.lag().seconds).toBeGreaterThan(seconds)
    // A node whose chains are behind does not write.
    expect(standby.role()).toBe('replica')
    release()
    await soon(20n, standby)
    expect(applied).toEqual(Array.from({ length: 20 }, (_, at) => BigInt(at + 1)))
    await expect.poll(() => standby.role()).toBe('writer')
  })

  test('a second writer is refused, a replica without a log too', async () => {
    const log = new MemoryLog()
    await expect(open(log.connect(), 'replica')).rejects.toMatchObject({ code: 'logRefused' })
    await open(log.connect(), 'writer')
    await expect(open(log.connect(), 'writer')).rejects.toMatchObject({
      code: 'locked',
      message: expect.stringContaining('http://writer'),
    })
  })
})

describe('a takeover', () => {
  test('by a standby after a clean stop, without waiting for the lease', async () => {
    const log = new MemoryLog()
    const writer = await open(log.connect(), 'writer', { leaseMs: 3000 })
    const standby = await open(log.connect(), 'standby', { leaseMs: 3000 })
    const isWriter = roleOf(standby)
    await write(writer, 'a')
    await writer.close()
    await expect(write(writer, 'b')).rejects.toMatchObject({ code: 'closed' })
    expect(await isWriter).toBe('writer')
    await write(standby, 'b')
    expect([standby.position(), standby.writerUrl()]).toEqual([2n, 'http://standby'])
  })

  test('fences the former writer, which follows as a standby and can take over again', async () => {
    const log = new MemoryLog()
    let isFrozen = false
    const frozen = (): Error | undefined =>
      isFrozen ? new StoreError('logUnreachable', 'frozen') : undefined
    const first = await open(log.connect(frozen), 'standby')
    const roles: string[] = []
    first.onRole(async (role) => void roles.push(role))
    await write(first, 'a')
    const second = await open(log.connect(), 'standby')
    expect(second.role()).toBe('replica')
    isFrozen = true
    await expect.poll(() => second.role()).toBe('writer')
    await write(second, 'b')
    isFrozen = false
    await expect(write(first, 'c')).rejects.toMatchObject({ code: 'fenced' })
    await soon(2n, first)
    expect(await read(first, 'b')).toBe('b')
    expect([first.role(), first.writerUrl()]).toEqual(['replica', 'http://standby'])
    await expect(write(first, 'c')).rejects.toMatchObject({ code: 'replica' })
    await second.close()
    await expect.poll(() => first.role()).toBe('writer')
    expect(roles).toEqual(['replica', 'writer'])
    await write(first, 'c')
    expect(first.position()).toBe(3n)
  })

  test('from a writer whose chains cannot start, which may write again only after they have stopped', async () => {
    const log = new MemoryLog()
    const before = await open(log.connect(), 'standby')
    const stuck = await open(log.connect(), 'standby')
    const roles: string[] = []
    let stop = (): void => {}
    stuck.onRole((role) => {
      roles.push(role)
      return new Promise((resolve) => {
        if (role === 'replica') stop = resolve
      })
    })
    await before.close()
    await expect.poll(() => roles).toEqual(['writer', 'replica'])
    expect(log.writer.beat).toBe(-Infinity)
    await expect(write(stuck, 'a')).rejects.toMatchObject({ code: 'replica' })
    await new Promise((resolve) => setTimeout(resolve, 200))
    const next = await open(log.connect(), 'standby')
    expect([stuck.role(), next.role()]).toEqual(['replica', 'writer'])
    await write(next, 'a')
    await soon(1n, stuck)
    stop()
    await next.close()
    await expect.poll(() => stuck.role()).toBe('writer')
  })

  test('ends a writer that may not become the writer again', async () => {
    const log = new MemoryLog()
    const writer = await open(log.connect(), 'writer')
    log.writer = { ...log.writer, epoch: log.writer.epoch + 1n, name: 'other', beat: -Infinity }
    expect(await roleOf(writer)).toBe('replica')
    await expect(write(writer, 'a')).rejects.toMatchObject({ code: 'fenced' })
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(writer.role()).toBe('replica')
  })
})

describe('an append that may be in the log', () => {
  /** Opens a writer whose next append fails with `error`; `down` is the number of failed calls after it. */
  async function disturbed(error: Error, down = 0) {
    const log = new MemoryLog()
    const faults: Error[] = []
    const writer = await open(
      log.connect((method) => {
        if (faults.length === 0 || (faults[0] === error && method !== 'append')) return undefined
        return faults.shift()
      }),
      'writer',
      { leaseMs: 60_000 },
    )
    await write(writer, 'a')
    faults.push(error)
    for (let at = 0; at < down; at++) faults.push(new StoreError('logUnreachable', 'down'))
    return { log, writer }
  }

  test.each([0, 3])('and is there is acknowledged, after %i failed questions', async (down) => {
    const { log, writer } = await disturbed(
      new AppliedFault('lost', { cause: lostConnection() }),
      down,
    )
    await write(writer, 'b')
    expect(log.rows).toHaveLength(2)
    expect(await read(writer, 'b')).toBe('b')
    await write(writer, 'c')
    expect(writer.position()).toBe(3n)
  })

  test.each([0, 3])('and is not there is refused, after %i failed questions', async (down) => {
    const { log, writer } = await disturbed(lostConnection(), down)
    await expect(write(writer, 'b')).rejects.toMatchObject({ code: 'logUnreachable' })
    expect(log.rows).toHaveLength(1)
    await write(writer, 'c')
    expect([log.rows.length, await read(writer, 'b')]).toEqual([2, undefined])
  })

  test('is asked for while other writes are refused', async () => {
    const { writer } = await disturbed(new AppliedFault('lost', { cause: lostConnection() }), 3)
    const unsure = write(writer, 'b')
    await expect
      .poll(() => write(writer, 'c').catch((error: StoreError) => error.code))
      .toBe('logUnreachable')
    expect(await read(writer, 'b')).toBeUndefined()
    expect(writer.lag().failure).toMatchObject({ code: 'logUnreachable' })
    await unsure
  })

  test.each([true, false])('and another process took over, there: %s', async (isThere) => {
    const { log, writer } = await disturbed(
      isThere ? new AppliedFault('lost', { cause: lostConnection() }) : lostConnection(),
      2,
    )
    const unsure = write(writer, 'b')
    const result = unsure.then(
      () => 'written',
      (error: StoreError) => error.code,
    )
    await expect.poll(() => write(writer, 'c').catch(() => 'refused')).toBe('refused')
    log.writer = { ...log.writer, epoch: log.writer.epoch + 1n, name: 'other' }
    expect(await result).toBe(isThere ? 'written' : 'fenced')
    expect(writer.role()).toBe('replica')
    expect(await read(writer, 'b')).toBe(isThere ? 'b' : undefined)
  })
})

describe('a failing local store', () => {
  test.each([
    ['without the batch', new StoreError('full', 'The disk is full.')],
    ['with the batch', new AppliedFault('full')],
  ])('of a writer gets the batches of the log afterwards, %s', async (_, fault) => {
    const log = new MemoryLog()
    let failing: Error | undefined
    const writer = await open(log.connect(), 'writer', { local: memoryPlace(() => failing) })
    await write(writer, 'a')
    failing = fault
    const pending = write(writer, 'b')
    if (fault instanceof StoreError)
      await expect
        .poll(() => write(writer, 'c').catch((error: StoreError) => error.code))
        .toBe('full')
    failing = undefined
    await pending
    await write(writer, 'd')
    expect([writer.position(), log.rows.length]).toEqual([3n, 3])
    expect(await read(writer, 'b')).toBe('b')
  })

  test('of a writer lets a standby take over, and a stop need not wait for it', async () => {
    const log = new MemoryLog()
    const full = new StoreError('full', 'The disk is full.')
    let failing: Error | undefined
    const failures: unknown[] = []
    const writer = await open(log.connect(), 'standby', {
      local: memoryPlace(() => failing),
      onFailure: (error) => failures.push(error),
    })
    await expect.poll(() => writer.role()).toBe('writer')
    const standby = await open(log.connect(), 'standby')
    failing = full
    const [first, taken] = [write(writer, 'a'), expect.poll(() => standby.role())]
    await taken.toBe('writer')
    expect(await read(standby, 'a')).toBe('a')
    expect(failures).toEqual([full])
    const { seconds } = writer.lag()
    await expect.poll(() => writer.lag().seconds).toBeGreaterThan(seconds)
    expect(writer.lag().failure).toBe(full)
    failing = undefined
    await first
    await expect.poll(() => writer.role()).toBe('replica')
    await write(standby, 'b')
    await soon(2n, writer)
    failing = full
    await standby.close()
    await expect.poll(() => writer.role()).toBe('writer')
    const last = write(writer, 'c').catch((error: StoreError) => error.code)
    await expect.poll(() => log.rows.length).toBe(3)
    writer.stopRetrying()
    expect(await last).toBe('full')
  })

  test.each([
    ['without the batch', new StoreError('full', 'The disk is full.')],
    ['with the batch', new AppliedFault('full')],
  ])('of a replica gets the batches of the log afterwards, %s', async (_, fault) => {
    const log = new MemoryLog()
    let failing: Error | undefined
    const failures: unknown[] = []
    const writer = await open(log.connect(), 'writer')
    const replica = await open(log.connect(), 'replica', {
      local: memoryPlace(() => failing),
      onFailure: (error) => failures.push(error),
    })
    failing = fault
    await write(writer, 'a')
    await expect.poll(() => failures).toEqual([fault])
    failing = undefined
    await write(writer, 'b')
    await soon(2n, replica)
    expect([await read(replica, 'a'), await read(replica, 'b')]).toEqual(['a', 'b'])
  })
})

describe('a store that does not belong to the log', () => {
  async function filled(count: number): Promise<{ log: MemoryLog; local: LocalPlace }> {
    const log = new MemoryLog()
    const local = memoryPlace()
    const writer = await open(log.connect(), 'writer', { local })
    for (let at = 0; at < count; at++) await write(writer, `key${at}`)
    await writer.close()
    return { log, local }
  }

  test('has another owner', async () => {
    const { log } = await filled(1)
    for (const other of [
      { ...owner, networkID: 1 },
      { ...owner, genesis: 'bb' },
    ])
      await expect(open(log.connect(), 'replica', { owner: other })).rejects.toMatchObject({
        code: 'foreign',
      })
  })

  test.each([
    ['other batches', 2],
    ['more batches', 3],
  ])('has %s', async (_, count) => {
    const { log } = await filled(2)
    const { local } = await filled(0)
    const other = new MemoryLog()
    const writer = await open(other.connect(), 'writer', { local })
    for (let at = 0; at < count; at++) await write(writer, `other${at}`)
    await writer.close()
    for (const mode of ['replica', 'standby', 'writer'] as const)
      await expect(open(log.connect(), mode, { local })).rejects.toMatchObject({
        code: 'logDiffers',
      })
  })

  test('has batches that follow removed ones', async () => {
    const { log, local } = await filled(5)
    const behind = memoryPlace()
    const replica = await open(log.connect(), 'replica', { local: behind })
    await replica.close()
    const again = await open(log.connect(), 'writer', { local })
    for (let at = 0; at < 5; at++) await write(again, `more${at}`)
    log.rows = log.rows.slice(-2)
    await expect(open(log.connect(), 'replica', { local: behind })).rejects.toMatchObject({
      code: 'logTrimmed',
    })
  })

  test('is ahead of a standby of the database: it waits until the standby has its batches', async () => {
    const { log, local } = await filled(3)
    const last = log.rows.pop()
    if (last === undefined) throw new Error('no row')
    log.isStandby = true
    const failures: unknown[] = []
    const replica = await open(log.connect(), 'replica', {
      local,
      onFailure: (error) => failures.push(error),
    })
    expect(replica.position()).toBe(3n)
    expect(await read(replica, 'key2')).toBe('key2')
    expect(replica.lag()).toMatchObject({ batches: 0n, failure: { code: 'logBehind' } })
    const { seconds } = replica.lag()
    await expect.poll(() => replica.lag().seconds).toBeGreaterThan(seconds + 0.1)
    log.rows.push(last)
    await expect.poll(() => replica.lag().failure).toBeUndefined()
    expect(failures).toMatchObject([{ code: 'logBehind' }])
  })

  test('is ahead of a standby of the database that gets other batches', async () => {
    const { log, local } = await filled(3)
    const last = log.rows.pop()
    if (last === undefined) throw new Error('no row')
    log.isStandby = true
    const failures: unknown[] = []
    await open(log.connect(), 'standby', { local, onFailure: (error) => failures.push(error) })
    log.rows.push({ ...last, seal: { ...last.seal, digest: new Uint8Array(32) } })
    await expect.poll(() => failures).toMatchObject([{ code: 'logBehind' }, { code: 'logDiffers' }])
    expect(log.writer.name).not.toBe('')
  })

  test('gets a damaged batch: the replica reports it and keeps its state', async () => {
    const log = new MemoryLog()
    const writer = await open(log.connect(), 'writer')
    const failures: unknown[] = []
    const replica = await open(log.connect(), 'replica', {
      onFailure: (error) => failures.push(error),
    })
    await write(writer, 'a')
    await soon(1n, replica)
    const last = log.rows.at(-1)
    if (last === undefined) throw new Error('no row')
    const damaged = { ...last, seal: { ...last.seal, count: 2n } }
    log.rows.push(damaged)
    await expect.poll(() => failures).toMatchObject([{ code: 'logDiffers' }])
    expect(replica.position()).toBe(1n)
    expect(replica.lag().batches).toBe(1n)
  })

  test('lost its log to an older one: the writer stops, and appends nothing', async () => {
    const log = new MemoryLog()
    const writer = await open(log.connect(), 'writer')
    await write(writer, 'a')
    await write(writer, 'b')
    log.rows.pop()
    await expect(write(writer, 'c')).rejects.toMatchObject({ code: 'logDiffers' })
    expect([writer.role(), log.rows.length]).toEqual(['replica', 1])
  })
})

test('an existing store begins a log, which a new replica cannot follow without a checkpoint', async () => {
  const local = memoryPlace()
  const store = await local.open()
  await store.write([put(key('a'), key('1'))])
  const log = new MemoryLog()
  const writer = await open(log.connect(), 'writer', { local })
  await write(writer, 'b')
  expect([writer.position(), log.start?.seal.count]).toEqual([2n, 1n])
  await expect(open(log.connect(), 'replica')).rejects.toMatchObject({ code: 'logTrimmed' })
})

test('a writer removes old batches', async () => {
  const log = new MemoryLog()
  const writer = await open(log.connect(), 'writer', { keepMs: 0 })
  for (const name of ['a', 'b', 'c']) await write(writer, name)
  await expect.poll(() => log.rows.length, { timeout: 10_000 }).toBe(1)
})
