/** Collects values by key, in the order of the entries. Keys have the order of their first entries. */
export function gather<Key, Value>(
  entries: Iterable<readonly [key: Key, value: Value]>,
): Map<Key, [Value, ...Value[]]> {
  const lists = new Map<Key, [Value, ...Value[]]>()
  for (const [key, value] of entries) {
    const list = lists.get(key)
    if (list === undefined) lists.set(key, [value])
    else list.push(value)
  }
  return lists
}
