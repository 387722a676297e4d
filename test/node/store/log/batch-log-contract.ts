import { describe, expect, test } from 'vitest'
import { encodeBatch } from '../../../../packages/node/src/store/batch.ts'
import type {
  BatchLog,
  Candidate,
  LogBatch,
} from '../../../../packages/node/src/store/log/batch-log.ts'
import { sealAfter, type Seal } from '../../../../packages/node/src/store/seal.ts'
import { put, remove } from '../../../../packages/node/src/store/store.ts'
import { NEW } from './memory-log.ts'

const OWNER = '{"networkID":1}'
const LONG = 60_000

function batchAfter(seal: Seal, text: string): LogBatch {
  const bytes = encodeBatch([put(Buffer.from('key'), Buffer.from(text)), remove(Buffer.from('x'))])
  return { seal: sealAfter(seal, bytes), bytes }
}

const first = batchAfter(NEW, 'one')
const second = batchAfter(first.seal, 'two')
const candidate = (name: string, leaseMs = LONG): Candidate => ({ name, url: undefined, leaseMs })

/** Describes a kind of logs. `open` opens two processes at a new log. */
export function describeLog(
  kind: string,
  open: () => Promise<readonly [BatchLog, BatchLog]>,
): void {
  describe(`a log ${kind}`, () => {
    const use = async (work: (one: BatchLog, other: BatchLog) => Promise<void>): Promise<void> => {
      const [one, other] = await open()
      try {
        await work(one, other)
      } finally {
        await one.close()
        await other.close()
      }
    }
    const created = (work: (one: BatchLog, other: BatchLog) => Promise<void>): Promise<void> =>
      use(async (one, other) => {
        await one.create({ seal: NEW, owner: OWNER })
        await work(one, other)
      })

    test('is created once, by the first of several processes', () =>
      use(async (one, other) => {
        await expect(one.start()).rejects.toMatchObject({ code: 'logRefused' })
        await Promise.all([
          one.create({ seal: NEW, owner: OWNER }),
          other.create({ seal: NEW, owner: OWNER }),
        ])
        await other.create({ seal: second.seal, owner: 'other' })
        expect(await other.start()).toMatchObject({ seal: { count: 0n }, owner: OWNER })
        expect(await one.head(LONG)).toEqual({
          last: 0n,
          writer: '',
          writerUrl: undefined,
          leaseLeftMs: -Infinity,
          isStandby: false,
        })
      }))

    test('can begin with the batches of an existing store', () =>
      use(async (one) => {
        await one.create({ seal: first.seal, owner: OWNER })
        const epoch = await one.takeOver(candidate('one'))
        expect(epoch).toBe(1n)
        expect(await one.append(1n, first.seal.digest, second)).toBe(true)
        expect((await one.after(0n)).map(({ seal }) => seal.count)).toEqual([2n])
        expect(await one.find(1n)).toMatchObject({ epoch: 0n })
      }))

    test('returns appended batches in order, and wakes a listener', () =>
      created(async (one, other) => {
        const woken = new Promise<void>((resolve) => other.listen(resolve))
        await other.head(LONG)
        await one.takeOver(candidate('one'))
        expect(await one.append(1n, NEW.digest, first)).toBe(true)
        await woken
        expect(await one.append(1n, first.seal.digest, second)).toBe(true)
        const found = await other.after(0n)
        expect(found.map(({ seal }) => seal.count)).toEqual([1n, 2n])
        expect(found.map(({ bytes }) => bytes.toString('hex'))).toEqual(
          [first, second].map(({ bytes }) => bytes.toString('hex')),
        )
        expect(await other.after(1n)).toHaveLength(1)
        const { leaseLeftMs, ...head } = await other.head(LONG)
        expect(head).toMatchObject({ last: 2n, writer: 'one' })
        expect(leaseLeftMs).toBeGreaterThan(0)
        expect(leaseLeftMs).toBeLessThanOrEqual(LONG)
        expect(Buffer.from((await other.find(2n))?.digest ?? [])).toEqual(
          Buffer.from(second.seal.digest),
        )
        expect(await other.find(3n)).toBeUndefined()
      }))

    test('refuses appends of an earlier writer, gaps, and other predecessors', () =>
      created(async (one, other) => {
        await one.takeOver(candidate('one', 0))
        expect(await one.append(1n, NEW.digest, second)).toBe(false)
        expect(await one.append(1n, second.seal.digest, first)).toBe(false)
        expect(await one.append(1n, NEW.digest, first)).toBe(true)
        await new Promise((resolve) => setTimeout(resolve, 2))
        expect(await other.takeOver(candidate('other', 0))).toBe(2n)
        expect(await one.append(1n, first.seal.digest, second)).toBe(false)
        expect(await one.beat(1n)).toBe(false)
        expect(await one.renew('one')).toBeUndefined()
        expect(await other.append(2n, first.seal.digest, second)).toBe(true)
      }))

    test('has a lease that is renewed and released', () =>
      created(async (one, other) => {
        expect(await one.takeOver({ ...candidate('one'), url: 'http://one' })).toBe(1n)
        expect(await other.takeOver(candidate('other'))).toBeUndefined()
        expect(await one.beat(1n)).toBe(true)
        expect(await other.head(LONG)).toMatchObject({ writerUrl: 'http://one' })
        expect(await one.renew('one')).toBe(2n)
        expect(await one.append(1n, NEW.digest, first)).toBe(false)
        const woken = new Promise<void>((resolve) => other.listen(resolve))
        await one.release(2n)
        await woken
        expect((await other.head(LONG)).leaseLeftMs).toBe(-Infinity)
        expect(await other.takeOver(candidate('other'))).toBe(3n)
      }))

    test('keeps its first row, its last batch and new batches when it is trimmed', () =>
      created(async (one) => {
        await one.takeOver(candidate('one'))
        await one.append(1n, NEW.digest, first)
        await one.append(1n, first.seal.digest, second)
        await one.trim(LONG)
        expect(await one.after(0n)).toHaveLength(2)
        await new Promise((resolve) => setTimeout(resolve, 5))
        await one.trim(0)
        expect((await one.after(0n)).map(({ seal }) => seal.count)).toEqual([2n])
        expect((await one.start()).owner).toBe(OWNER)
        expect(await one.find(0n)).toBeDefined()
      }))
  })
}
