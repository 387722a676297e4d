import type { Json } from 'rpcloom/model'
import { expect, test } from 'vitest'
import { shortened } from '../../templates/docs/site/shortened.ts'

test('a long answer that nests 300 levels deep is shortened', () => {
  let value: Json = []
  for (let depth = 0; depth < 300; depth++) value = [value, 'x'.repeat(40)]
  expect(shortened(value)).toEqual(value)
})

test('of a long list the first items are shown', () => {
  const value = Array.from({ length: 10_000 }, (_, index) => index)
  expect(shortened(value)).toEqual([0, 1, 2, 3, 4, '… (9995 more)'])
})
