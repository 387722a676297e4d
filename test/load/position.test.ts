import { expect, test } from 'vitest'
import { locator } from '../../generator/src/load/position.ts'

const keys = Array.from({ length: 30_000 }, (_, index) => `m${index}`)

test.each([
  ['a.json', `{\n${keys.map((key) => `"${key}": 1`).join(',\n')}\n}`],
  ['a.yaml', `{\n${keys.map((key) => `${key}: 1`).join(',\n')}\n}`],
])('every member of a large object is found in linear time, %s', (file, text) => {
  const before = process.cpuUsage()
  const locate = locator(file, text)
  expect(keys.map((key) => locate(`/${key}`).line)).toEqual(keys.map((_key, index) => index + 2))
  expect(process.cpuUsage(before).user).toBeLessThan(2e6)
})
