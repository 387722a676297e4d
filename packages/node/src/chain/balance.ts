const MAX_AMOUNT = 2n ** 64n - 1n

/** Maximum number of outputs listed with a balance. It includes all outputs; `getUTXOs` lists them in pages. */
export const LISTED_UTXOS = 1024

/** Caps a sum at the maximum that results can represent. */
export function capped(sum: bigint): bigint {
  return sum > MAX_AMOUNT ? MAX_AMOUNT : sum
}
