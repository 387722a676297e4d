import { convertParts, isCodec } from './convert.ts'
import type { Shape } from './types.ts'

/** Encodes a value as JSON. Throws a `TypeError` with the JSON pointer of an invalid value. */
export function encode(shape: Shape | undefined, value: unknown): unknown {
  if (!shape || value == null) return value
  if (typeof shape === 'function') return encode(shape(), value)
  if (isCodec(shape)) return shape.write ? shape.write(value) : value
  return convertParts(encode, shape, value)
}
