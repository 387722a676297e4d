import { describe, expect, test } from 'vitest'
import { chosenDocuments } from './chosen.ts'
import { corpus, isLong } from './folder.ts'
import { type Figures, faultsOf } from './round-trips.ts'

describe('client, server and mock of real documents', () => {
  const figures: Figures = { documents: 0, pairings: 0, made: 0, impossible: 0 }
  if (corpus === undefined) {
    test.skip('is skipped: RPCLOOM_SHARED is not a folder with a corpus', () => undefined)
    return
  }
  const folder = corpus
  test.each(chosenDocuments(folder, isLong ? Infinity : 6))(
    'transfer the examples of %s',
    { timeout: 300_000 },
    async (file) => {
      expect((await faultsOf(folder, file, figures)).slice(0, 3)).toEqual([])
    },
  )

  test('transfer enough examples', () => {
    console.log(
      `figure: round trips: ${figures.pairings} example pairings of ${figures.documents} documents through client, server and mock; ${figures.made} values made up by mocks, ${figures.impossible} of them for schemas that nothing fits, all others fit`,
    )
    expect(figures.pairings + figures.made).toBeGreaterThan(20)
  })
})
