/**
 * Appends items to an array. `push(...items)` would overflow the stack for a hundred thousand
 * items.
 */
export function append<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) list.push(item)
}
