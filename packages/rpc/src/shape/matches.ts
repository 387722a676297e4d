import { isRecord } from '../json-rpc.ts'
import { isCodec } from './convert.ts'
import type { Shape } from './types.ts'

/** Whether a value may match a shape: literals must be equal, numbers numeric, the rest is structure. */
export function matchesShape(shape: Shape, value: unknown): boolean {
  if (typeof shape === 'function') return matchesShape(shape(), value)
  if (isCodec(shape)) return shape.matches ? shape.matches(value) : shape.read(value) !== undefined
  // The first item is representative, to distinguish lists of objects from lists of strings.
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
