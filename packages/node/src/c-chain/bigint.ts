export function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}

export function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
