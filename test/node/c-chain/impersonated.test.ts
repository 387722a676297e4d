import { createFeeMarket1559Tx } from '@ethereumjs/tx'
import { expect, test } from 'vitest'
import { impersonate } from '../../../packages/node/src/c-chain/chain/impersonated.ts'
import { nativeRules } from '../../../packages/node/src/c-chain/chain/native-rules.ts'

test('the hash of an impersonated transaction is computed once', () => {
  const common = nativeRules(43_112n).commonAt({ number: 0n, timestamp: 0n })
  const unsigned = createFeeMarket1559Tx({ gasLimit: 21_000n, maxFeePerGas: 1n }, { common })
  const tx = impersonate(unsigned, `0x${'ab'.repeat(20)}`)
  expect(tx.hash()).toBe(tx.hash())
})
