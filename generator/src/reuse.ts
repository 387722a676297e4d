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
  depth: number
}

function reused(before: unknown, after: unknown, walk: Walk): unknown {
  if (typeof after !== 'object' || after === null || before === after) {
    return Object.is(before, after) ? before : after
  }
  if (walk.depth > deepest) return after
  const known = walk.made.size === 0 ? undefined : walk.made.get(after)
  if (known !== undefined) return known
  walk.depth++
  const result = reusedPart(before, after, walk)
  walk.depth--
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
  let items: unknown[] | undefined
  for (let index = 0; index < after.length; index++) {
    const result = reused(before?.[index], after[index], walk)
    isBefore &&= Object.is(before?.[index], result)
    if (items === undefined && !Object.is(after[index], result)) items = after.slice(0, index)
    items?.push(result)
  }
  if (before !== undefined && isBefore) return before
  return items ?? after
}

type Members = Readonly<Record<string, unknown>>

/** As with lists; what is equal so far is `before` itself, and needs no copy. */
function ofObject(before: Members | undefined, after: Members, walk: Walk): object {
  const names = Object.keys(after)
  let isBefore = before !== undefined && isSameList(Object.keys(before), names)
  let values: unknown[] | undefined
  for (const [index, name] of names.entries()) {
    // Names that are the same are the object's own.
    const isOwn = before !== undefined && (isBefore || Object.hasOwn(before, name))
    const earlier = isOwn ? before[name] : undefined
    const result = reused(earlier, after[name], walk)
    isBefore &&= Object.is(earlier, result)
    if (values === undefined && !Object.is(after[name], result)) {
      values = names.slice(0, index).map((member) => after[member])
    }
    values?.push(result)
  }
  if (before !== undefined && isBefore) return before
  const made = values
  return made === undefined
    ? after
    : Object.fromEntries(names.map((name, index) => [name, made[index]]))
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
  if (before.length !== after.length) return false
  for (let index = 0; index < after.length; index++) {
    if (!Object.is(before[index], after[index])) return false
  }
  return true
}
