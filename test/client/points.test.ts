import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const rows = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8').matchAll(
  /^\| (\d+)\. .* \| `([^`]+)`: (.*?) *\|$/gm,
)
const points = [...rows].map(([, number = '', file = '', title = '']) => ({ number, file, title }))

test('there are fifteen points', () => {
  expect(points.map(({ number }) => Number(number))).toEqual(
    Array.from({ length: 15 }, (_, index) => index + 1),
  )
})

test.each(points)('point $number is tested by $file', ({ file, title }) => {
  const text = readFileSync(join(import.meta.dirname, file), 'utf8')
  expect(text.replaceAll(/\\'/g, "'")).toContain(`'${title}'`)
})
