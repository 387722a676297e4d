import { ProtocolError } from '../errors.ts'
import { convertParts, isCodec } from './convert.ts'
import type { Shape } from './types.ts'

/**
 * Decodes a JSON value. Modifies the value in place, since it was just parsed. A structure that does not match
 * the shape is left unchanged; a number that cannot be decoded throws a `ProtocolError` with its pointer.
 * Short, since it is part of every client bundle.
 */
export function decode(shape: Shape | undefined, value: unknown): unknown {
  if (!shape || value == null) return value
  if (typeof shape === 'function') return decode(shape(), value)
  if (isCodec(shape)) {
    const read = shape.read(value)
    // Only numbers can fail. The pointer is prepended on the way out.
    if (read === undefined) throw new ProtocolError(' is not a number')
    return read
  }
  return convertParts(decode, shape, value)
}
