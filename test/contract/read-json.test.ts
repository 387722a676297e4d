import { expect, test } from 'vitest'
import { readJson } from '@rpcloom/conform'

test.each<[what: string, text: string, value: unknown]>([
  ['an integer that a double can represent', '9007199254740991', 9007199254740991],
  ['an integer that a double cannot represent', '9007199254740993', 9007199254740993n],
  ['one of more digits than anybody counts', '9'.repeat(30_000_000), Infinity],
])('%s', (_, text, value) => {
  expect(readJson(text)).toEqual({ kind: 'value', value, duplicates: [] })
})

test('a response that repeats a member very often names a few of them', () => {
  const members = '"a":0,'.repeat(100_000).slice(0, -1)
  expect(readJson(`{${members}}`)).toMatchObject({ value: { a: 0 }, duplicates: { length: 20 } })
})
