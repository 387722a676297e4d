import { isRecord } from '../json-rpc.ts'
import { isArrayShape, isCodec } from './convert.ts'
import type { Shape } from './types.ts'

/**
 * Whether a value may match a shape, to select an alternative of a union. Compares literals and checks
 * numbers. Of other values, distinguishes only arrays and objects.
 */
export function matchesShape(shape: Shape, value: unknown): boolean {
  if (typeof shape === 'function') return matchesShape(shape(), value)
  if (isCodec(shape)) return shape.matches ? shape.matches(value) : shape.read(value) !== undefined
  // Only the first item is checked. This is enough to distinguish lists of objects from lists of strings.
  if (isArrayShape(shape)) return Array.isArray(value) && matchesMember(shape[0], value[0])
  return isRecord(value) && Object.keys(shape).every((key) => matchesMember(shape[key], value[key]))
}

/** Like `matchesShape`, but for a member: it may be missing, `null`, or need no conversion. */
export function matchesMember(shape: Shape | undefined, value: unknown): boolean {
  return !shape || value == null || matchesShape(shape, value)
}
