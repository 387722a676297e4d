import { expect, test } from 'vitest'
import { nextFee } from '../../../packages/node/src/c-chain/chain/base-fee.ts'
import type { EvmHeader } from '../../../packages/node/src/c-chain/chain/header.ts'

const GWEI = 10n ** 9n
const header = (fields: Partial<EvmHeader>): EvmHeader =>
  ({
    number: 1n,
    timestamp: 100n,
    gasUsed: 0n,
    extDataGasUsed: 0n,
    extraData: '0x',
    ...fields,
  }) as EvmHeader

test.each([
  ['the block after the genesis begins at 225 gwei', header({ number: 0n }), 100n, 225n * GWEI],
  ['no gas: down by a 36th', header({ baseFeePerGas: 36n * GWEI }), 101n, 35n * GWEI],
  [
    'the target: as it was',
    header({ baseFeePerGas: 36n * GWEI, gasUsed: 15_000_000n }),
    101n,
    36n * GWEI,
  ],
  [
    'twice the target: up by a 36th',
    header({ baseFeePerGas: 36n * GWEI, gasUsed: 30_000_000n }),
    101n,
    37n * GWEI,
  ],
  [
    'atomic gas counts',
    header({ baseFeePerGas: 36n * GWEI, gasUsed: 14_900_000n, extDataGasUsed: 100_000n }),
    101n,
    36n * GWEI,
  ],
  [
    'gas of ten seconds ago is forgotten',
    header({ baseFeePerGas: 36n * GWEI, gasUsed: 30_000_000n }),
    110n,
    35n * GWEI,
  ],
  [
    '35 seconds without gas: three steps down',
    header({ baseFeePerGas: 36n * GWEI }),
    135n,
    33n * GWEI,
  ],
  ['never below 1 gwei', header({ baseFeePerGas: GWEI }), 101n, GWEI],
] as const)('%s', (_, parent, time, want) => {
  expect(nextFee(parent, time).baseFee).toBe(want)
})

test('the fee window advances each second and sums the gas used in it', () => {
  const parent = header({ baseFeePerGas: 30n * GWEI, gasUsed: 7n })
  const { window } = nextFee(parent, 103n)
  const slots = Array.from({ length: 10 }, (_, at) =>
    BigInt(`0x${window.slice(2 + 16 * at, 18 + 16 * at)}`),
  )
  expect(slots).toEqual([0n, 0n, 0n, 0n, 0n, 0n, 7n, 0n, 0n, 0n])
})
