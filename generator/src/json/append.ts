/** Adds items to the end of a list. `push(...items)` overflows the stack with a hundred thousand of them. */
export function append<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) list.push(item)
}
