import { deepEqual } from './equal.ts'
import { itemSchemas } from './named-schemas.ts'
import type { SchemaObject, Walk } from './types.ts'

/**
 * Maximum number of objects and arrays that `uniqueItems` compares pairwise. If an array contains more of
 * them, all are serialized and their JSON is compared.
 */
const MAX_PAIRWISE = 50

export function arrayKeywords(walk: Walk, schema: SchemaObject, value: unknown): void {
  if (!Array.isArray(value)) return
  const items: readonly unknown[] = value
  if (!checkCount(walk, schema, items.length)) return
  if (schema['uniqueItems'] === true && !areUnique(items)) {
    walk.report('uniqueItems', 'must not repeat an item')
  }
  checkItems(walk, schema, items)
  checkContains(walk, schema, items)
  const rest = schema['unevaluatedItems']
  if (rest === undefined) return
  for (const [index, item] of items.entries()) {
    if (walk.isDone) return
    if (walk.evaluated?.has(index)) continue
    walk.visitPart(rest, item, index)
    walk.evaluated?.add(index)
  }
}

/**
 * Checks the number of items. Returns false if the array is too long. Its items are then not checked, to save
 * time.
 */
function checkCount(walk: Walk, { minItems, maxItems }: SchemaObject, length: number): boolean {
  if (typeof minItems === 'number' && length < minItems) {
    walk.report('minItems', `must have at least ${minItems} items`, `>= ${minItems} items`)
  }
  if (typeof maxItems !== 'number' || length <= maxItems) return true
  walk.report('maxItems', `must have at most ${maxItems} items`, `<= ${maxItems} items`)
  return false
}

function checkItems(walk: Walk, schema: SchemaObject, items: readonly unknown[]): void {
  const { first, rest } = itemSchemas(schema)
  for (let index = 0; index < items.length; index++) {
    if (walk.isDone || (index >= first.length && rest === undefined)) return
    walk.evaluated?.add(index)
    walk.visitPart(index < first.length ? first[index] : rest, items[index], index)
  }
}

function checkContains(
  walk: Walk,
  { contains, minContains: least = 1, maxContains: most = Infinity }: SchemaObject,
  items: readonly unknown[],
): void {
  if (contains === undefined) return
  let count = 0
  for (const [index, item] of items.entries()) {
    if (walk.isDone) return
    if (walk.trial(contains, item, index).issues.length > 0) continue
    count++
    walk.evaluated?.add(index)
  }
  if (typeof least === 'number' && count < least)
    walk.report('contains', `must contain at least ${least} matching items`)
  if (typeof most === 'number' && count > most)
    walk.report('maxContains', `must contain at most ${most} matching items`)
}

/** Whether no two items are equal JSON values (`uniqueItems`). */
export function areUnique(items: readonly unknown[]): boolean {
  const scalars = items.filter((item) => typeof item !== 'object' || item === null)
  if (new Set(scalars.map((item) => sameNumber(item))).size < scalars.length) {
    return false
  }
  const rest = items.filter((item) => typeof item === 'object' && item !== null)
  if (rest.length > MAX_PAIRWISE) return new Set(rest.map(canonical)).size === rest.length
  return !rest.some((item, index) => rest.slice(index + 1).some((other) => deepEqual(item, other)))
}

/** Serializes a value with sorted members, so that equal values have equal JSON. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) => {
    const number = sameNumber(inner)
    if (typeof number === 'bigint') return `\0${number}`
    if (number !== inner) return number
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner
    return Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  })
}

/** Converts a safe bigint to a number and an unsafe integer to a bigint, so that equal numbers are identical. */
function sameNumber(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? BigInt(Number(value)) : value
}
