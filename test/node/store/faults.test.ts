import type { Store } from '@native-node/node'
import {
  appendFileSync,
  cpSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { levelDatabase } from '../../../packages/node/src/store/level-database.ts'
import type { Level } from '../../../packages/node/src/store/level-page.ts'
import { openLevelStore } from '../../../packages/node/src/store/level-store.ts'
import { StoreError } from '../../../packages/node/src/store/store-error.ts'
import { put, scan } from '../../../packages/node/src/store/store.ts'
import { temporaryFolder } from '../../temporary-folder.ts'
import { failingWrites } from './failing-writes.ts'
import { canMount, smallDisk } from './small-disk.ts'

const owner = { networkID: 12_345, genesis: 'aa' }
const isLong = process.env['RPCLOOM_LONG'] === '1'
const ROUNDS = isLong ? 200 : 3
/** Number of changed bytes per file. */
const FLIPS = isLong ? 200 : 20

const key = (at: number): Buffer => Buffer.from(`key/${at.toString().padStart(6, '0')}`)
const value = (at: number): Buffer => Buffer.alloc(700, at)

/** Writes until it fails; resolves with the acknowledged keys and the error. */
async function writeUntilFailure(store: Store, from: number): Promise<Failed> {
  for (let at = from; at < from + 100_000; at++) {
    try {
      await store.write([put(key(at), value(at))])
    } catch (error) {
      return { next: at, error }
    }
  }
  throw new Error('nothing failed')
}

interface Failed {
  readonly next: number
  readonly error: unknown
}

async function storedNumbers(store: Store): Promise<readonly number[]> {
  const found: number[] = []
  for await (const entry of scan(store, Buffer.from('key/'))) {
    const at = Number(Buffer.from(entry.key).toString().slice(4))
    expect(Buffer.compare(entry.value, value(at))).toBe(0)
    found.push(at)
  }
  return found
}

/** Reopens a copy of the current files, as after a kill. */
async function afterKill(folder: string): Promise<Store> {
  const copy = temporaryFolder({})
  cpSync(folder, copy, { recursive: true })
  return openLevelStore(copy, owner)
}

const upTo = (end: number): number[] => Array.from({ length: end }, (_, at) => at)

describe.skipIf(!canMount)('a full disk (needs the right to mount)', () => {
  const timeout = 120_000 + ROUNDS * 10_000
  test('rejects writes, allows reads, loses nothing acknowledged', { timeout }, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { folder, fill } = smallDisk(1024 * 1024)
      fill(200_000 + round * 37)
      const data = join(folder, 'db')
      const store = await openLevelStore(data, owner)
      const { next, error } = await writeUntilFailure(store, 0)
      expect(error).toBeInstanceOf(StoreError)
      expect(error).toMatchObject({ code: 'full', message: expect.stringMatching(/disk is full/) })
      await expect(store.write([put(key(next), value(next))])).rejects.toMatchObject({
        code: 'full',
      })
      expect(await storedNumbers(store)).toEqual(upTo(next))
      rmSync(join(folder, 'filler'))
      await expect
        .poll(() =>
          store.write([put(key(next), value(next))]).then(
            () => 'written',
            () => 'refused',
          ),
        )
        .toBe('written')
      for (let at = next + 1; at < next + 10; at++) await store.write([put(key(at), value(at))])
      const again = await afterKill(data)
      expect(await storedNumbers(again)).toEqual(upTo(next + 10))
      await again.close()
      await store.close()
    }
  })

  test('that became read-only is reported, and works again afterwards', async () => {
    const { folder, remount } = smallDisk(4 * 1024 * 1024)
    const store = await openLevelStore(join(folder, 'db'), owner)
    await store.write([put(key(0), value(0))])
    await store.close()
    remount('ro')
    await expect(openLevelStore(join(folder, 'db'), owner)).rejects.toMatchObject({
      code: 'readOnly',
    })
    remount('rw')
    const again = await openLevelStore(join(folder, 'db'), owner)
    expect(await storedNumbers(again)).toEqual([0])
    await again.close()
  })
})

test('a removed folder is reported at the next write, and reads continue', async () => {
  const folder = temporaryFolder({})
  const store = await openLevelStore(folder, owner)
  await store.write([put(key(0), value(0))])
  rmSync(folder, { recursive: true })
  for (const at of [1, 2])
    await expect(store.write([put(key(at), value(at))])).rejects.toMatchObject({
      name: 'StoreError',
      code: 'removed',
    })
  expect(await storedNumbers(store)).toEqual([0])
  await store.close()
})

/** A database with one failing write, with the error of the operating system. */
function failing(folder: string, at: number, reason: string): Level {
  let writes = 0
  return failingWrites(folder, () => (writes++ === at ? reason : undefined))
}

describe('a write that the system rejects', () => {
  test.each([
    ['No space left on device', 'full'],
    ['Input/output error', 'io'],
    ['Read-only file system', 'readOnly'],
    ['Something else', 'io'],
  ])('with "%s" is %s, and the database is reopened before the next one', async (reason, code) => {
    for (let at = 0; at < 7; at++) {
      const folder = temporaryFolder({})
      let opened = 0
      const store = await openLevelStore(folder, owner, {
        database: (name) => failing(name, opened++ === 0 ? at : -1, reason),
      })
      const { next, error } = await writeUntilFailure(store, 0)
      expect(error).toMatchObject({ name: 'StoreError', code })
      expect(opened).toBe(1)
      expect(await storedNumbers(store)).toEqual(upTo(next))
      await Promise.all([
        store.write([put(key(next), value(next))]),
        storedNumbers(store),
        storedNumbers(store),
      ])
      expect(opened).toBe(2)
      expect(await storedNumbers(store)).toEqual(upTo(next + 1))
      const again = await afterKill(folder)
      expect(await storedNumbers(again)).toEqual(upTo(next + 1))
      await again.close()
      await store.close()
    }
  })

  test('fails together with its batch, and the snapshot of a reader survives it', async () => {
    const folder = temporaryFolder({})
    let opened = 0
    const store = await openLevelStore(folder, owner, {
      database: (name) => failing(name, opened++ === 0 ? 1 : -1, 'Input/output error'),
    })
    await store.write([put(key(0), value(0))])
    const snapshot = store.snapshot()
    const together = [1, 2, 3].map((at) => store.write([put(key(at), value(at))]))
    const outcomes = await Promise.allSettled(together)
    const acknowledged = [1, 2, 3].filter((_, at) => outcomes[at]?.status === 'fulfilled')
    const writing = store.write([put(key(4), value(4))])
    expect(Buffer.compare((await snapshot.get(key(0))) ?? value(1), value(0))).toBe(0)
    expect(await snapshot.get(key(4))).toBeUndefined()
    await snapshot.release()
    await writing
    expect(await storedNumbers(store)).toEqual(expect.arrayContaining([0, ...acknowledged, 4]))
    await store.close()
  })
})

/** Creates a folder with a table and a log, and a number of keys. */
async function filled(count: number): Promise<string> {
  const folder = temporaryFolder({})
  const first = await openLevelStore(folder, owner)
  for (let at = 0; at < count; at++) await first.write([put(key(at), value(at))])
  await first.close()
  // Opening moves the log into a table.
  const second = await openLevelStore(folder, owner)
  for (let at = count; at < 2 * count; at++) await second.write([put(key(at), value(at))])
  await second.close()
  return folder
}

const filesOf = (folder: string, kind: RegExp): string[] =>
  readdirSync(folder).filter((name) => kind.test(name))

/**
 * Returns the ends of the physical records of a log: each has its length in bytes 4 and 5, and none spans two
 * blocks.
 */
function recordEnds(bytes: Buffer): readonly number[] {
  const ends: number[] = []
  for (let at = 0; at + 7 < bytes.length;) {
    const left = 32_768 - (at % 32_768)
    if (left < 7) at += left
    else ends.push((at += 7 + bytes.readUInt16LE(at + 4)))
  }
  return ends
}

/** Changes one hexadecimal digit at an offset. */
function flip(file: string, at: number): void {
  const bytes = readFileSync(file)
  bytes[at] = bytes[at] === 0x31 ? 0x32 : 0x31
  writeFileSync(file, bytes)
}

/** Opens changed files; returns their contents, or the error code. */
async function outcomeOf(folder: string): Promise<readonly number[] | string> {
  try {
    const store = await openLevelStore(folder, owner)
    try {
      return await storedNumbers(store)
    } finally {
      await store.close()
    }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    expect(error.message).toMatch(/(is|are) damaged|missing/)
    expect(error.message).toMatch(/backup/)
    return error.code
  }
}

describe('changed files', () => {
  test.each(['log', 'ldb', 'MANIFEST', 'CURRENT'])(
    'with a changed byte in %s are rejected, or keep all data',
    { timeout: 300_000 },
    async (kind) => {
      const whole = await filled(60)
      const [name] = filesOf(whole, new RegExp(kind))
      if (name === undefined) throw new Error(`no ${kind}`)
      const size = readFileSync(join(whole, name)).length
      const outcomes = new Map<string, number>()
      for (let round = 0; round < FLIPS; round++) {
        const folder = temporaryFolder({})
        cpSync(whole, folder, { recursive: true })
        const bytes = readFileSync(join(folder, name))
        const at = Math.floor((size * (round + 0.5)) / FLIPS)
        bytes[at] = (bytes[at] ?? 0) ^ (1 << (round % 8))
        writeFileSync(join(folder, name), bytes)
        const outcome = await outcomeOf(folder)
        if (outcome !== 'corrupt') expect(outcome, `byte ${at} of ${name}`).toEqual(upTo(120))
        outcomes.set(
          String(outcome === 'corrupt'),
          (outcomes.get(String(outcome === 'corrupt')) ?? 0) + 1,
        )
        rmSync(folder, { recursive: true })
      }
      expect(outcomes.get('true') ?? 0).toBeGreaterThan(kind === 'CURRENT' ? 0 : 15)
    },
  )

  test('with an unfinished write keep all acknowledged data', async () => {
    const whole = await filled(40)
    const [name = ''] = filesOf(whole, /log$/)
    const record = readFileSync(join(whole, name)).subarray(0, 7 + 300)
    for (const length of [1, 6, 7, 8, 20, 100, 307]) {
      const folder = temporaryFolder({})
      cpSync(whole, folder, { recursive: true })
      appendFileSync(join(folder, name), record.subarray(0, length))
      expect(await outcomeOf(folder)).toEqual(upTo(80))
    }
  })

  test('with a log that was truncated, inside of a record or between two, are rejected', async () => {
    const whole = await filled(40)
    const [name = ''] = filesOf(whole, /log$/)
    const bytes = readFileSync(join(whole, name))
    const size = bytes.length
    const ends = recordEnds(bytes)
    expect(ends.length).toBeGreaterThanOrEqual(40)
    for (const length of [...ends.slice(0, -1), size - 1, size - 8, size - 400, 0]) {
      const folder = temporaryFolder({})
      cpSync(whole, folder, { recursive: true })
      truncateSync(join(folder, name), length)
      expect(await outcomeOf(folder), `cut at ${length} of ${size}`).toBe('corrupt')
    }
  })

  test('with a log that lacks a record in its middle are rejected', async () => {
    const folder = await filled(20)
    const [name = ''] = filesOf(folder, /log$/)
    const bytes = readFileSync(join(folder, name))
    const [, first = 0, second = 0] = recordEnds(bytes)
    writeFileSync(
      join(folder, name),
      Buffer.concat([bytes.subarray(0, first), bytes.subarray(second)]),
    )
    expect(await outcomeOf(folder)).toBe('corrupt')
  })

  test('with a part of an older copy are rejected, and a complete older copy is accepted', async () => {
    const folder = temporaryFolder({})
    const older = temporaryFolder({})
    const write = async (from: number, to: number): Promise<void> => {
      const store = await openLevelStore(folder, owner)
      for (let at = from; at < to; at++) await store.write([put(key(at), value(at))])
      await store.close()
    }
    await write(0, 20)
    cpSync(folder, older, { recursive: true })
    await write(20, 40)
    await write(40, 60)
    const parts: readonly (readonly RegExp[])[] = [
      [/^MANIFEST/, /^CURRENT/],
      [/log$/],
      [/ldb$/, /^MANIFEST/, /^CURRENT/],
      [/ldb$/, /^MANIFEST/, /^CURRENT/, /log$/],
    ]
    for (const part of parts) {
      const mixed = temporaryFolder({})
      const isPart = (name: string): boolean => part.some((kind) => kind.test(name))
      for (const name of filesOf(folder, /./))
        if (!isPart(name)) cpSync(join(folder, name), join(mixed, name))
      for (const name of filesOf(older, /./))
        if (isPart(name)) cpSync(join(older, name), join(mixed, name))
      expect(await outcomeOf(mixed), String(part)).toBe('corrupt')
    }
    expect(await outcomeOf(older)).toEqual(upTo(20))
  })

  test.each([/\.log$/, /\.ldb$/, /^MANIFEST/, /^CURRENT/])(
    'that lack a file that matches %s are rejected',
    async (kind) => {
      const folder = await filled(40)
      for (const name of filesOf(folder, kind)) rmSync(join(folder, name))
      expect(await outcomeOf(folder)).toBe('corrupt')
    },
  )

  test.each([
    ['is missing', (file: string) => rmSync(file)],
    ['is empty', (file: string) => truncateSync(file, 0)],
    ['has another digit', (file: string) => flip(file, 19)],
    ['has another digest', (file: string) => flip(file, 30)],
  ])('with an ACKNOWLEDGED that %s need --verify once', async (_, damage) => {
    const folder = await filled(20)
    damage(join(folder, 'ACKNOWLEDGED'))
    await expect(openLevelStore(folder, owner)).rejects.toMatchObject({
      code: 'corrupt',
      message: expect.stringMatching(/ACKNOWLEDGED is (?:missing|damaged).*--verify/),
    })
    await (await openLevelStore(folder, owner, { verify: true })).close()
    expect(await outcomeOf(folder)).toEqual(upTo(40))
  })

  test('of an earlier state are accepted once the newer ACKNOWLEDGED is removed', async () => {
    const folder = await filled(20)
    const [name = ''] = filesOf(folder, /log$/)
    truncateSync(join(folder, name), recordEnds(readFileSync(join(folder, name)))[9])
    await expect(openLevelStore(folder, owner)).rejects.toMatchObject({
      message: expect.stringMatching(/the last 10 of 40 acknowledged writes are missing/),
    })
    await expect(openLevelStore(folder, owner, { verify: true })).rejects.toThrow(/remove .*ACKN/)
    rmSync(join(folder, 'ACKNOWLEDGED'))
    await (await openLevelStore(folder, owner, { verify: true })).close()
    expect(await outcomeOf(folder)).toEqual(upTo(30))
  })

  test('without ACKNOWLEDGED get the file when they are opened', async () => {
    const folder = temporaryFolder({})
    const level = levelDatabase(folder)
    await level.put(key(0), value(0))
    await level.close()
    expect(await outcomeOf(folder)).toEqual([0])
    expect(filesOf(folder, /ACKNOWLEDGED/)).toHaveLength(1)
  })

  test('are all verified with --verify', async () => {
    const folder = await filled(60)
    const [name = ''] = filesOf(folder, /ldb$/)
    const bytes = readFileSync(join(folder, name))
    bytes[100] = (bytes[100] ?? 0) ^ 1
    writeFileSync(join(folder, name), bytes)
    await expect(openLevelStore(folder, owner, { verify: true })).rejects.toMatchObject({
      code: 'corrupt',
    })
  })
})
