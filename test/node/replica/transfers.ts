import { funded } from '../c-chain/running.ts'

/** Returns a signed transfer of one wei from the funded account. */
export function transfer(nonce: number, fields: object = {}): Promise<`0x${string}`> {
  return funded.signTransaction({
    type: 'eip1559',
    chainId: 43_112,
    gas: 21_000n,
    maxFeePerGas: 10n ** 12n,
    maxPriorityFeePerGas: 1n,
    to: '0x00000000000000000000000000000000000000aa',
    value: 1n,
    nonce,
    ...fields,
  })
}
