/** Appends items to an array. `push(...items)` overflows the stack with a hundred thousand items. */
export function append<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) list.push(item)
}
