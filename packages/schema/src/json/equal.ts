import { isRecord } from './values.ts'

/** Whether two JSON values are equal. Ignores the order of members, and 1 equals 1n. */
export function deepEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => deepEqual(item, b[index]))
  }
  if (isRecord(a) && isRecord(b)) {
    const names = Object.keys(a)
    if (names.length !== Object.keys(b).length) return false
    return names.every((name) => Object.hasOwn(b, name) && deepEqual(a[name], b[name]))
  }
  // eslint-disable-next-line eqeqeq -- compares a bigint with a number by value
  return isNumeric(a) && isNumeric(b) && a == b
}

export function isNumeric(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint'
}
