import { deepEqual } from './equal.ts'

/**
 * Maximum number of objects and arrays that `uniqueItems` compares pairwise. If an array contains more of
 * them, all are serialized and their JSON is compared.
 */
const MAX_PAIRWISE = 50

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
