import { rmSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { levelDatabase } from '../../../packages/node/src/store/level-database.ts'
import type { Level } from '../../../packages/node/src/store/level-page.ts'
import { openLevelStore } from '../../../packages/node/src/store/level-store.ts'
import { StoreError } from '../../../packages/node/src/store/store-error.ts'
import { put, type Snapshot, type Store } from '../../../packages/node/src/store/store.ts'
import { temporaryFolder } from '../../temporary-folder.ts'

// Random interleavings of reads, snapshots, writes, and faults of LevelDB. Each call ends, reads are correct, and the
// store recovers as soon as the faults end.

const owner = { networkID: 12_345, genesis: 'aa' }
const isLong = process.env['RPCLOOM_LONG'] === '1'
const ROUNDS = isLong ? 1000 : 15
/** A call that takes longer never ends. Each attempt to recover takes at most about two seconds. */
const ENDS_MS = 30_000

/** Operations of LevelDB that fail, until the number of remaining failures is used up. */
interface Faults {
  write: number
  /** A write that LevelDB stores although it reports a failure. */
  writeAfter: number
  open: number
  snapshot: number
}

/** A database whose operations fail while `faults` says so. */
function faultyLevel(folder: string, faults: Faults): Level {
  const uses = (kind: keyof Faults): boolean => faults[kind] > 0 && faults[kind]-- > 0
  const failure = (): Error => {
    const error = new Error(`IO error: ${folder}/000003.log: No space left on device`)
    return Object.assign(error, { code: 'LEVEL_IO_ERROR' })
  }
  if (uses('open')) throw failure()
  const level = levelDatabase(folder)
  const [batch, snapshot] = [level.batch.bind(level), level.snapshot.bind(level)]
  return Object.assign(level, {
    batch: () => {
      const chained = batch()
      const write = chained.write.bind(chained)
      return Object.assign(chained, {
        write: async (options: { readonly sync: boolean }) => {
          if (uses('write')) throw failure()
          await write(options)
          if (uses('writeAfter')) throw failure()
        },
      })
    },
    snapshot: () => {
      if (uses('snapshot')) throw failure()
      return snapshot()
    },
  })
}

const step = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ kind: 'write' } as const) },
  { weight: 4, arbitrary: fc.constant({ kind: 'read' } as const) },
  { weight: 3, arbitrary: fc.constant({ kind: 'hold' } as const) },
  { weight: 3, arbitrary: fc.constant({ kind: 'nested' } as const) },
  { weight: 2, arbitrary: fc.constant({ kind: 'release' } as const) },
  { weight: 3, arbitrary: fc.constant({ kind: 'wait' } as const) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('fault' as const),
      of: fc.constantFrom('write', 'writeAfter', 'open', 'snapshot' as const),
      count: fc.integer({ min: 1, max: 3 }),
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
type Call = Exclude<Step['kind'], 'fault' | 'wait'>

/** The faults that a call may report: reads survive failed writes. */
const mayFail: Readonly<Record<Call, readonly (keyof Faults)[]>> = {
  write: ['write', 'writeAfter', 'open'],
  read: ['open'],
  hold: ['snapshot'],
  release: [],
  // A failed write that LevelDB stored changes the content when the database is reopened.
  nested: ['open', 'snapshot', 'writeAfter'],
}

const KEY = Buffer.from('number')
const numberIn = (bytes: Uint8Array | undefined): number =>
  Number(Buffer.from(bytes ?? []).toString())

/** A snapshot that is held, and the numbers that it may have: it must keep the number of its first read. */
interface Held {
  readonly snapshot: Snapshot
  seen: number | undefined
}

class Round {
  readonly #store: Store
  readonly #faults: Faults
  readonly #injected = new Set<keyof Faults>()
  readonly #calls: Promise<void>[] = []
  readonly #held: Held[] = []
  /** The number of the last acknowledged write, and of the last write that was tried. */
  #acknowledged = 0
  #written = 0

  constructor(store: Store, faults: Faults) {
    this.#store = store
    this.#faults = faults
  }

  async run(steps: readonly Step[]): Promise<void> {
    for (const each of steps) {
      if (each.kind === 'fault') {
        this.#injected.add(each.of)
        this.#faults[each.of] = each.count
      } else if (each.kind === 'wait') await new Promise(setImmediate)
      else this.#calls.push(ends(this.#call(each.kind)))
    }
    await Promise.all(this.#calls)
    Object.assign(this.#faults, { write: 0, writeAfter: 0, open: 0, snapshot: 0 })
    await this.#recovers()
  }

  async #call(kind: Call): Promise<void> {
    try {
      if (kind === 'write') await this.#write()
      else if (kind === 'read') await this.#read()
      else if (kind === 'hold')
        this.#held.push({ snapshot: this.#store.snapshot(), seen: undefined })
      else if (kind === 'release') await this.#held.shift()?.snapshot.release()
      else await this.#nested()
    } catch (error) {
      expect(error).toBeInstanceOf(StoreError)
      expect([kind, mayFail[kind].some((fault) => this.#injected.has(fault))]).toEqual([kind, true])
    }
  }

  async #read(): Promise<void> {
    const least = this.#acknowledged
    this.#check(numberIn(await this.#store.get(KEY)), least)
  }

  async #write(): Promise<void> {
    const number = ++this.#written
    await this.#store.write([put(KEY, Buffer.from(String(number)))])
    this.#acknowledged = Math.max(this.#acknowledged, number)
  }

  /** Reads the store while a snapshot is held, as a block that is being built does. */
  async #nested(): Promise<void> {
    // Nobody else may release the snapshot in the meantime.
    const held = this.#held.shift()
    if (held === undefined) return
    try {
      const before = numberIn(await held.snapshot.get(KEY))
      await this.#store.get(KEY)
      const after = numberIn(await held.snapshot.get(KEY))
      held.seen ??= before
      expect([before, after]).toEqual([held.seen, held.seen])
    } finally {
      this.#held.push(held)
    }
  }

  /** A read sees the acknowledged writes that preceded it. */
  #check(number: number, least: number): void {
    expect(number).toBeGreaterThanOrEqual(least)
    expect(number).toBeLessThanOrEqual(this.#written)
  }

  /** Without faults, reads work at once, and writes work as soon as no old snapshot is held. */
  async #recovers(): Promise<void> {
    await ends(this.#read())
    for (const { snapshot } of this.#held) await ends(snapshot.release())
    await expect
      .poll(() => ends(this.#write()).then(String, String), { timeout: ENDS_MS })
      .toBe('undefined')
    expect(numberIn(await this.#store.get(KEY))).toBe(this.#written)
    const snapshot = this.#store.snapshot()
    expect(numberIn(await snapshot.get(KEY))).toBe(this.#written)
    await snapshot.release()
    await ends(this.#store.close())
  }
}

async function ends<T>(call: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('a call does not end')), ENDS_MS)
  })
  try {
    return await Promise.race([call, late])
  } finally {
    clearTimeout(timer)
  }
}

test(
  `${ROUNDS} interleavings of reads, snapshots, writes and faults end each call, and recover`,
  { timeout: 40 * 60_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps) => {
        const folder = temporaryFolder({})
        const faults: Faults = { write: 0, writeAfter: 0, open: 0, snapshot: 0 }
        const store = await openLevelStore(folder, owner, {
          database: (name) => faultyLevel(name, faults),
        })
        await store.write([put(KEY, Buffer.from('0'))])
        await new Round(store, faults).run(steps)
        const again = await openLevelStore(folder, owner)
        await again.close()
        rmSync(folder, { recursive: true })
      }),
      { seed: 20_261_128, numRuns: ROUNDS, endOnFailure: !isLong },
    )
  },
)
