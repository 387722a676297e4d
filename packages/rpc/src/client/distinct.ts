/**
 * Yields each item once, since a list that changes during pagination may repeat items. Compares items by
 * content, or by the result of `keyOf`. Keeps the keys of all items in memory.
 */
export async function* distinct<Item>(
  items: AsyncIterable<Item>,
  keyOf: (item: Item) => unknown = contentOf,
): AsyncGenerator<Item, void, undefined> {
  const seen = new Set<unknown>()
  for await (const item of items) {
    const key = keyOf(item)
    if (seen.has(key)) continue
    seen.add(key)
    yield item
  }
}

function contentOf(item: unknown): string {
  return JSON.stringify(item, (_name, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  )
}
