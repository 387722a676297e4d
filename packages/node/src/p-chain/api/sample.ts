import { randomBytes } from 'node:crypto'

/** Draws items by weight without putting any back; undefined if there are fewer than asked for. */
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

/** Position of the item into whose share of the weights a point falls. */
function indexAt(items: readonly { readonly weight: bigint }[], point: bigint): number {
  let passed = 0n
  return items.findIndex(({ weight }) => (passed += weight) > point)
}

/** Random bits far beyond those of the limit, so that the rest of the division favours nobody noticeably. */
function randomBelow(limit: bigint): bigint {
  return BigInt(`0x${randomBytes(32).toString('hex')}`) % limit
}
