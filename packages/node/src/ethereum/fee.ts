import type { EvmHeader } from '../c-chain/chain/header.ts'

const INITIAL = 1_000_000_000n
const ELASTICITY = 2n
const DENOMINATOR = 8n

/** Returns the base fee of the block after a header, as in EIP-1559. */
export function feeAfter({ gasUsed, gasLimit, baseFeePerGas: fee }: EvmHeader): bigint {
  if (fee === undefined) return INITIAL
  const target = gasLimit / ELASTICITY
  if (gasUsed === target) return fee
  if (gasUsed > target) {
    const change = (fee * (gasUsed - target)) / target / DENOMINATOR
    return fee + (change > 1n ? change : 1n)
  }
  const change = (fee * (target - gasUsed)) / target / DENOMINATOR
  return fee > change ? fee - change : 0n
}
