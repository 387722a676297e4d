import { memoryStore, type Change, type Store } from '@native-node/node'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openLevelStore } from '../../../packages/node/src/store/level-store.ts'
import { OrderedMap } from '../../../packages/node/src/store/ordered-map.ts'
import { put, remove, scan } from '../../../packages/node/src/store/store.ts'
import { temporaryFolder } from '../../temporary-folder.ts'

const owner = { networkID: 12_345, genesis: 'aa' }
const key = fc.uint8Array({ minLength: 1, maxLength: 3, min: 1, max: 4 })
const change = fc.oneof(
  fc.record({ kind: fc.constant('put' as const), key, value: fc.uint8Array({ maxLength: 2 }) }),
  fc.record({ kind: fc.constant('delete' as const), key }),
)

/** Returns the expected contents of a store: the last value of each key. */
function model(changes: readonly Change[]): Map<string, string> {
  const entries = new Map<string, string>()
  for (const each of changes) {
    const name = Buffer.from(each.key).toString('hex')
    if (each.kind === 'put') entries.set(name, Buffer.from(each.value).toString('hex'))
    else entries.delete(name)
  }
  return entries
}

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

describe.each<readonly [string, () => Promise<Store>]>([
  ['in memory', async () => memoryStore()],
  ['on disk', () => openLevelStore(temporaryFolder({}), owner)],
])('a store %s', (_, open) => {
  test('returns written entries in order, in batches and pages of any size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(change, { maxLength: 12 }), { maxLength: 6 }),
        key,
        fc.nat(5),
        fc.option(key, { nil: undefined }),
        async (batches, prefix, limit, after) => {
          const store = await open()
          try {
            for (const batch of batches) await store.write(batch)
            const all = [...model(batches.flat())].sort(([a], [b]) => (a < b ? -1 : 1))
            const within = all.filter(([name]) => name.startsWith(text(prefix)))
            const found: string[][] = []
            for await (const entry of scan(store, prefix))
              found.push([text(entry.key), text(entry.value)])
            expect(found).toEqual(within)
            const from = after && Buffer.concat([prefix, after])
            const page = await store.page(prefix, limit, from)
            expect(page.map((entry) => text(entry.key))).toEqual(
              within
                .map(([name]) => name)
                .filter((name) => from === undefined || name > text(from))
                .slice(0, limit),
            )
            const keys = within.map(([name]) => Buffer.from(name, 'hex'))
            const values = await store.getMany([...keys, Buffer.from('nobody')])
            expect(values.map((value) => value && text(value))).toEqual([
              ...within.map(([, value]) => value),
              undefined,
            ])
          } finally {
            await store.close()
          }
        },
      ),
      { seed: 20_261_121, numRuns: 25 },
    )
  })
})

test('a sorted map is correct for any number of entries', () => {
  const map = new OrderedMap<number>()
  const keys = Array.from({ length: 5000 }, (_, at) =>
    ((at * 7919) % 5000).toString().padStart(4, '0'),
  )
  for (const [at, name] of keys.entries()) map.set(name, at)
  for (const name of keys.filter((_, at) => at % 3 === 0)) map.delete(name)
  const left = keys.filter((_, at) => at % 3 !== 0).sort()
  expect([...map.from('')].map(([name]) => name)).toEqual(left)
  expect([...map.from('2500')].map(([name]) => name)).toEqual(left.filter((name) => name >= '2500'))
  for (const [at, name] of keys.entries()) expect(map.get(name)).toBe(at % 3 === 0 ? undefined : at)
})

test('snapshots of a sorted map do not change, in whichever order they are released', () => {
  const step = fc.tuple(fc.constantFrom('set', 'take', 'release'), fc.nat(3))
  fc.assert(
    fc.property(fc.array(step, { minLength: 20, maxLength: 40 }), (steps) => {
      const map = new OrderedMap<number>()
      const taken: (ReturnType<typeof map.snapshot> & { readonly want: unknown })[] = []
      for (const [at, [kind, n]] of steps.entries()) {
        if (kind === 'set') map.set(String(n), at)
        else if (kind === 'take') taken.push({ ...map.snapshot(), want: [...map.from('')] })
        else taken.splice(n % Math.max(1, taken.length), 1)[0]?.release()
        for (const { copy, want } of taken) expect([...copy.from('')]).toEqual(want)
      }
    }),
    { seed: 77 },
  )
})

describe('a folder', () => {
  test.each([
    ['of another network', { ...owner, networkID: 1 }, /another network: its ID is 12345.* 1\b/],
    ['of another genesis', { ...owner, genesis: 'bb' }, /another genesis/],
  ])('%s is rejected with the reason', async (_, other, message) => {
    const folder = temporaryFolder({})
    await (await openLevelStore(folder, owner)).close()
    const refusal = await openLevelStore(folder, other).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code: 'foreign', message: expect.stringMatching(message) })
  })

  // The layout before last had no index of stakes by owner.
  const older = JSON.stringify({ layout: 2, ...owner })
  test.each([older, '{"layout":1,"networkID":12345}', 'no stamp at all', '7'])(
    'with the owner record %s is rejected',
    async (stamp) => {
      const folder = temporaryFolder({})
      const first = await openLevelStore(folder, owner)
      await first.write([put(Buffer.from('\u0000layout'), Buffer.from(stamp))])
      await first.close()
      const refusal = await openLevelStore(folder, owner).catch((error: unknown) => error)
      expect(refusal).toMatchObject({
        code: 'foreign',
        message: expect.stringMatching(/another version of the node: its layout is .*--data-dir/),
      })
    },
  )

  test('keeps written entries, without removed ones', async () => {
    const folder = temporaryFolder({})
    const first = await openLevelStore(folder, owner)
    await first.write([
      put(Buffer.from('a'), Buffer.from('1')),
      put(Buffer.from('b'), Buffer.from('2')),
    ])
    await first.write([remove(Buffer.from('a'))])
    await first.close()
    const second = await openLevelStore(folder, owner)
    expect(await second.get(Buffer.from('a'))).toBeUndefined()
    expect(text((await second.get(Buffer.from('b'))) ?? new Uint8Array())).toBe('32')
    await second.close()
  })
})
