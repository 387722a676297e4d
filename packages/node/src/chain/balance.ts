import { MAX_U64 } from '../codec/field.ts'

/**
 * Maximum number of outputs that a balance result lists. The amounts include all outputs;
 * `getUTXOs` lists all outputs in pages.
 */
export const LISTED_UTXOS = 1024

/** Limits a sum to 2^64 - 1, the maximum amount in a result. */
export function capped(sum: bigint): bigint {
  return sum > MAX_U64 ? MAX_U64 : sum
}
