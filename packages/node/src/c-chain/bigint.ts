/** The highest value of a nonce and of an amount of gas. */
export const MAX_UINT64 = 0xffff_ffff_ffff_ffffn

export function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}

export function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
