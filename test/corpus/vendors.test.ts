import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../temporary-folder.ts'
import { run } from './command.ts'
import { compare } from './comparison.ts'
import { faultsOf } from './round-trips.ts'
import { vendors } from './vendors/index.ts'

/** Writes the documents of all vendors to a new folder. */
function written(): string {
  const files = Object.entries(vendors).map(([path, file]) => [
    path,
    typeof file === 'string' ? file : JSON.stringify(file, null, 1),
  ])
  return temporaryFolder(Object.fromEntries(files))
}

const documents = Object.entries(vendors).flatMap(([path, file]) => {
  const isDocument =
    typeof file === 'string' ? /^\W*openrpc/m.test(file) : 'openrpc' in Object(file)
  return isDocument ? [path] : []
})

test(
  'documents of many vendors generate and compile strictly, without `any`',
  { timeout: 300_000 },
  async () => {
    const { code, outcomes, text } = await run(written(), ['--plain', '--older', '0'])
    const others = outcomes.filter(({ verdict }) => verdict !== 'generated')
    expect(others, text).toEqual([])
    expect(outcomes.map(({ file }) => file)).toEqual(documents.toSorted())
    expect(code, text).toBe(0)
  },
)

describe('documents of many vendors', () => {
  const trips = { documents: 0, pairings: 0, made: 0, impossible: 0 }
  const comparisons = { comparisons: 0, refusedByAjv: 0 }

  test.each(documents)(
    'examples pass through client, server and mock: %s',
    { timeout: 120_000 },
    async (file) => {
      expect((await faultsOf(written(), file, trips)).slice(0, 3)).toEqual([])
    },
  )

  test.each(documents)('validation and ajv agree: %s', { timeout: 120_000 }, async (file) => {
    expect((await compare(written(), file, comparisons)).slice(0, 3)).toEqual([])
  })

  test('contain enough examples and values', () => {
    expect(trips.pairings).toBeGreaterThan(90)
    expect(comparisons.comparisons).toBeGreaterThan(2500)
    expect(comparisons.refusedByAjv).toBeLessThan(10)
  })
})
