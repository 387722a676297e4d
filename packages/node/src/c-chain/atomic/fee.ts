import type { AtomicTx } from '../../codec/c-chain.ts'

/** One nNATIVE in wei. */
export const WEI = 1_000_000_000n
const PER_SIGNATURE = 1_000n
const FIXED = 10_000n

/** Gas of an atomic transaction: its unsigned bytes, its signatures, and a fixed part. */
export function atomicGas(tx: AtomicTx, unsignedLength: number): bigint {
  const signatures =
    tx.kind === 'importTx'
      ? tx.importedInputs.reduce((sum, { input }) => sum + input.sigIndices.length, 0)
      : tx.ins.length
  return BigInt(unsignedLength) + BigInt(signatures) * PER_SIGNATURE + FIXED
}

/** What so much gas costs in nNATIVE, rounded up. */
export function atomicFee(gas: bigint, baseFee: bigint): bigint {
  return (gas * baseFee + WEI - 1n) / WEI
}

/** What a transaction takes in and what it gives out, in nNATIVE: the difference is burned. */
export function burnedBy(tx: AtomicTx): bigint {
  const sum = (amounts: readonly bigint[]): bigint =>
    amounts.reduce((total, one) => total + one, 0n)
  return tx.kind === 'importTx'
    ? sum(tx.importedInputs.map(({ input }) => input.amount)) -
        sum(tx.outs.map(({ amount }) => amount))
    : sum(tx.ins.map(({ amount }) => amount)) -
        sum(tx.exportedOutputs.map(({ output }) => output.amount))
}
