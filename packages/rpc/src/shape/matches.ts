import { isRecord } from '../json-rpc.ts'
import { isCodec } from './convert.ts'
import type { Shape } from './types.ts'

/**
 * Whether a value may match a shape. Literals are compared, numbers must be numeric, and for everything else
 * only the structure is checked.
 */
export function matchesShape(shape: Shape, value: unknown): boolean {
  if (typeof shape === 'function') return matchesShape(shape(), value)
  if (isCodec(shape)) return shape.matches ? shape.matches(value) : shape.read(value) !== undefined
  // Only the first item is checked, which distinguishes lists of objects from lists of strings.
  if (isArrayShape(shape)) {
    return Array.isArray(value) && (value[0] == null || matchesShape(shape[0], value[0]))
  }
  if (!isRecord(value)) return false
  for (const key in shape) {
    const member = shape[key]
    const inner = value[key]
    if (member && inner !== undefined && inner !== null && !matchesShape(member, inner))
      return false
  }
  return true
}

/** Whether a shape is that of an array. */
export function isArrayShape(shape: Shape): shape is readonly [Shape] {
  return Array.isArray(shape)
}
