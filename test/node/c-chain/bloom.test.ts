import { Bloom } from '@ethereumjs/vm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bloomBits, bloomWith, hasBits } from '../../../packages/node/src/c-chain/chain/bloom.ts'
import { hexOf } from '../../../packages/node/src/c-chain/hex.ts'

const entry = fc.uint8Array({ minLength: 20, maxLength: 32 })

test('bloom filters equal the filters of the library and match the same values', () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 20 }), fc.array(entry), (entries, others) => {
      const library = new Bloom()
      for (const one of entries) library.add(one)
      const bloom = bloomWith(entries)
      expect(hexOf(bloom)).toBe(hexOf(library.bitvector))
      for (const one of [...entries, ...others])
        expect(hasBits(bloom, bloomBits(one))).toBe(library.check(one))
    }),
    { seed: 75, numRuns: 200 },
  )
})
