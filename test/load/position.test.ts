import { expect, test } from 'vitest'
import { locator } from '../../generator/src/load/parse/position.ts'

const keys = Array.from({ length: 30_000 }, (_, index) => `m${index}`)

const written = {
  'a.json': (names: readonly string[]) => `{\n${names.map((key) => `"${key}": 1`).join(',\n')}\n}`,
  'a.yaml': (names: readonly string[]) => `{\n${names.map((key) => `${key}: 1`).join(',\n')}\n}`,
}

/** Finds every member of an object, and returns the CPU time in microseconds. */
function locateAll(file: keyof typeof written, names: readonly string[]): number {
  const before = process.cpuUsage()
  const locate = locator(file, written[file](names))
  expect(names.map((key) => locate(`/${key}`).line)).toEqual(names.map((_key, index) => index + 2))
  return process.cpuUsage(before).user
}

test.each(['a.json', 'a.yaml'] as const)(
  'every member of a large object is found in linear time, %s',
  (file) => {
    // A quadratic search would take 64 times as long for eight times as many members.
    const few = locateAll(file, keys.slice(0, keys.length / 8))
    expect(locateAll(file, keys)).toBeLessThan(24 * Math.max(few, 20_000))
  },
)
