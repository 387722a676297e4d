import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { chosenDocuments } from './chosen.ts'
import { compare, type Figures } from './comparison.ts'
import { corpus, isLong, root } from './folder.ts'

/** Number of documents in the short run. */
const documents = isLong ? Infinity : 6

describe('validation without reasons, validation with reasons and ajv agree', () => {
  const figures: Figures = { comparisons: 0, refusedByAjv: 0 }
  const ours = readdirSync(join(root, 'openrpc')).filter((name) => name.endsWith('.openrpc.json'))
  test.each(ours)('on values for openrpc/%s', { timeout: 120_000 }, async (file) => {
    expect((await compare(join(root, 'openrpc'), file, figures)).slice(0, 3)).toEqual([])
  })

  if (corpus === undefined) {
    test.skip('is skipped: RPCLOOM_SHARED is not a folder with a corpus', () => undefined)
    return
  }
  const folder = corpus
  test.each(chosenDocuments(folder, documents))(
    'on values for %s',
    { timeout: 300_000 },
    async (file) => {
      expect((await compare(folder, file, figures)).slice(0, 3)).toEqual([])
    },
  )

  test('on enough values', () => {
    console.log(
      `figure: validators: ${figures.comparisons} values compared by three, ${figures.refusedByAjv} schemas that ajv cannot compile`,
    )
    expect(figures.comparisons).toBeGreaterThan(isLong ? 200_000 : 5000)
  })
})
