import { randomBytes } from 'node:crypto'

/** Draws a random sample by weight, without replacement. Returns undefined if there are fewer than `size` items. */
export function sample<T extends { readonly weight: bigint }>(
  items: readonly T[],
  size: number,
): readonly T[] | undefined {
  if (size > items.length) return undefined
  const left = [...items]
  const drawn: T[] = []
  let total = left.reduce((sum, { weight }) => sum + weight, 0n)
  while (drawn.length < size) {
    const at = indexAt(left, randomBelow(total))
    for (const item of left.splice(at, 1)) {
      drawn.push(item)
      total -= item.weight
    }
  }
  return drawn
}

/** Returns the index of the item whose range of cumulative weights contains `point`. */
function indexAt(items: readonly { readonly weight: bigint }[], point: bigint): number {
  let passed = 0n
  return items.findIndex(({ weight }) => (passed += weight) > point)
}

/**
 * Returns a random number below `limit`. Reducing a random number modulo `limit` is slightly
 * biased, but the bias is negligible, because the random number has many more bits than `limit`.
 */
function randomBelow(limit: bigint): bigint {
  return BigInt(`0x${randomBytes(32).toString('hex')}`) % limit
}
