import type { Json } from 'rpcloom/model'
import { expect, test } from 'vitest'
import { shortened } from '../../templates/docs/site/shortened.ts'

test('a long result with 300 nested levels is shortened', () => {
  let value: Json = []
  for (let depth = 0; depth < 300; depth++) value = [value, 'x'.repeat(40)]
  expect(shortened(value)).toEqual(value)
})

test('the first items of a long list are shown', () => {
  const value = Array.from({ length: 10_000 }, (_, index) => index)
  expect(shortened(value)).toEqual([0, 1, 2, 3, 4, '… (9995 more)'])
})
