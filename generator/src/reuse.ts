/** Levels that are compared; what is nested more deeply counts as changed. */
const deepest = 200

/**
 * `after`, with every part that is equal to that part of `before` replaced by it: what did not change
 * stays the same object, by which others know that it did not. Both are plain data, with maps and sets.
 */
export function reuse<Value>(before: unknown, after: Value): Value {
  // Equal data is data of the same type.
  return reused(before, after, { made: new Map(), depth: 0 }) as Value
}

/** Whether two values are equal in every part, the order of members included. */
export function isSame(before: unknown, after: unknown): boolean {
  return Object.is(before, after) || Object.is(before, reuse(before, after))
}

interface Walk {
  /** What became of parts that changed: they may stand in several places, and still do afterwards. */
  readonly made: Map<object, object>
  readonly depth: number
}

function reused(before: unknown, after: unknown, walk: Walk): unknown {
  if (Object.is(before, after)) return before
  if (typeof after !== 'object' || after === null || walk.depth > deepest) return after
  const known = walk.made.get(after)
  if (known !== undefined) return known
  const result = reusedPart(before, after, { ...walk, depth: walk.depth + 1 })
  if (result !== before) walk.made.set(after, result)
  return result
}

/** Of objects that are no plain data, nothing is known but which they are. */
function reusedPart(before: unknown, after: object, walk: Walk): object {
  if (Array.isArray(after)) return ofList(Array.isArray(before) ? before : undefined, after, walk)
  if (after instanceof Map) return ofMap(before instanceof Map ? before : undefined, after, walk)
  if (after instanceof Set) {
    return before instanceof Set && isSameList([...before], [...after]) ? before : after
  }
  return isPlain(after) ? ofObject(isPlain(before) ? before : undefined, after, walk) : after
}

/** Most lists are equal, or new throughout: one is made only of both. */
function ofList(
  before: readonly unknown[] | undefined,
  after: readonly unknown[],
  walk: Walk,
): object {
  let isBefore = before !== undefined && before.length === after.length
  let isAfter = true
  const items = after.map((item, index) => {
    const result = reused(before?.[index], item, walk)
    isBefore &&= Object.is(before?.[index], result)
    isAfter &&= Object.is(item, result)
    return result
  })
  if (before !== undefined && isBefore) return before
  return isAfter ? after : items
}

type Members = Readonly<Record<string, unknown>>

function ofObject(before: Members | undefined, after: Members, walk: Walk): object {
  const names = Object.keys(after)
  let isBefore = before !== undefined && isSameList(Object.keys(before), names)
  let isAfter = true
  const values = names.map((name) => {
    const earlier = before !== undefined && Object.hasOwn(before, name) ? before[name] : undefined
    const result = reused(earlier, after[name], walk)
    isBefore &&= Object.is(earlier, result)
    isAfter &&= Object.is(after[name], result)
    return result
  })
  if (before !== undefined && isBefore) return before
  return isAfter ? after : Object.fromEntries(names.map((name, index) => [name, values[index]]))
}

function ofMap(
  before: ReadonlyMap<unknown, unknown> | undefined,
  after: ReadonlyMap<unknown, unknown>,
  walk: Walk,
): object {
  const made = new Map<unknown, unknown>()
  let isEqual = before?.size === after.size
  for (const [key, value] of after) {
    const result = reused(before?.get(key), value, walk)
    isEqual &&= Object.is(before?.get(key), result)
    made.set(key, result)
  }
  const isOrdered = before !== undefined && isSameList([...before.keys()], [...after.keys()])
  return before !== undefined && isEqual && isOrdered ? before : made
}

function isPlain(value: unknown): value is Members {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  )
}

function isSameList(before: readonly unknown[], after: readonly unknown[]): boolean {
  return (
    before.length === after.length && before.every((item, index) => Object.is(item, after[index]))
  )
}
