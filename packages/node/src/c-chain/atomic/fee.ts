import type { AtomicTx } from '../../codec/c-chain.ts'

/** One nNATIVE in wei. */
export const WEI = 1_000_000_000n
const PER_SIGNATURE = 1_000n
const FIXED = 10_000n

export function atomicGas(tx: AtomicTx, unsignedLength: number): bigint {
  const signatures =
    tx.kind === 'importTx'
      ? tx.importedInputs.reduce((sum, { input }) => sum + input.sigIndices.length, 0)
      : tx.ins.length
  return BigInt(unsignedLength) + BigInt(signatures) * PER_SIGNATURE + FIXED
}

/** Returns the fee in nNATIVE, rounded up. `baseFee` is in wei. */
export function atomicFee(gas: bigint, baseFee: bigint): bigint {
  return (gas * baseFee + WEI - 1n) / WEI
}

/** Returns the burned amount in nNATIVE: the difference between the inputs and the outputs. */
export function burnedBy(tx: AtomicTx): bigint {
  const sum = (amounts: readonly bigint[]): bigint =>
    amounts.reduce((total, one) => total + one, 0n)
  return tx.kind === 'importTx'
    ? sum(tx.importedInputs.map(({ input }) => input.amount)) -
        sum(tx.outs.map(({ amount }) => amount))
    : sum(tx.ins.map(({ amount }) => amount)) -
        sum(tx.exportedOutputs.map(({ output }) => output.amount))
}
