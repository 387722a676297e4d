import { convertParts, isCodec } from './convert.ts'
import type { Shape } from './types.ts'

/**
 * Encodes a value as JSON. Parts that need conversion are copied, since the value belongs to the caller.
 * Throws a `TypeError` with the path of an invalid part.
 */
export function encode(shape: Shape | undefined, value: unknown): unknown {
  if (!shape || value == null) return value
  if (typeof shape === 'function') return encode(shape(), value)
  if (isCodec(shape)) return shape.write ? shape.write(value) : value
  return convertParts(encode, shape, value, Object.assign(Array.isArray(shape) ? [] : {}, value))
}
