import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSame, reuse } from '../generator/src/reuse.ts'

const plain = fc.object({ withMap: true, withSet: true, withBigInt: true, maxDepth: 4 })
const runs = { seed: 20, numRuns: 500 }

describe('reuse', () => {
  test('gives a value equal to the new one, whatever the old one is', () => {
    fc.assert(
      fc.property(plain, plain, (before, after) => {
        expect(reuse(before, after)).toEqual(after)
      }),
      runs,
    )
  })

  test('gives the old value where a copy of it is the new one', () => {
    fc.assert(
      fc.property(plain, (before) => {
        // Members of sets and keys of maps are compared by which objects they are.
        fc.pre(!hasObjectAsKey(before))
        expect(reuse(before, structuredClone(before))).toBe(before)
      }),
      runs,
    )
  })

  test('says that values are the same only where they are equal', () => {
    fc.assert(
      fc.property(plain, plain, (before, after) => {
        if (isSame(before, after)) expect(isDeepStrictEqual(before, after)).toBe(true)
      }),
      runs,
    )
  })

  test('keeps what stayed beside what changed', () => {
    const before = { a: { deep: [1, { x: 1n }] }, b: new Map([['k', { y: 1 }]]), c: 1 }
    const after = reuse(before, { ...structuredClone(before), c: 2 })
    expect(after).toEqual({ ...before, c: 2 })
    expect([after.a, after.b]).toEqual([before.a, before.b])
    expect(after.a).toBe(before.a)
    expect(after.b).toBe(before.b)
  })

  test.each<[string, unknown, unknown]>([
    ['another order of members', { a: 1, b: 2 }, { b: 2, a: 1 }],
    [
      'another order of entries',
      new Map([
        [1, 1],
        [2, 2],
      ]),
      new Map([
        [2, 2],
        [1, 1],
      ]),
    ],
    ['a member that is undefined', {}, { a: undefined }],
    ['zero below zero', [0], [-0]],
    ['an own `__proto__`', {}, JSON.parse('{"__proto__": {}}')],
    ['another function', () => 1, () => 1],
  ])('takes %s for a change', (_, before, after) => {
    expect(isSame(before, after)).toBe(false)
    expect(reuse(before, after)).toEqual(after)
  })

  test('takes what is nested too deeply for a change', () => {
    const nested = (): unknown => {
      let value: unknown = []
      for (let level = 0; level < 100_000; level++) value = [value]
      return value
    }
    expect(isSame(nested(), nested())).toBe(false)
  })

  test('keeps one object that stands in two places one', () => {
    const shared = { x: 2 }
    const { a, b } = reuse({ a: { x: 1 }, b: { x: 1 } }, { a: shared, b: shared })
    expect(a).toBe(b)
  })
})

function hasObjectAsKey(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (value instanceof Map || value instanceof Set) {
    if ([...value.keys()].some((key) => typeof key === 'object' && key !== null)) return true
    return [...value.values()].some(hasObjectAsKey)
  }
  return Object.values(value).some(hasObjectAsKey)
}
