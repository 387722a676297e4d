import { ProtocolError } from '../errors.ts'
import { convertParts, isCodec } from './convert.ts'
import type { Shape } from './types.ts'

/**
 * Decodes a JSON value. Arrays and objects that do not match the shape are unchanged. Throws a
 * `ProtocolError` with the JSON pointer of a number that cannot be decoded.
 */
export function decode(shape: Shape | undefined, value: unknown): unknown {
  if (!shape || value == null) return value
  if (typeof shape === 'function') return decode(shape(), value)
  if (isCodec(shape)) {
    const read = shape.read(value)
    // Only codecs of numbers return undefined. Callers prepend the pointer to the message.
    if (read === undefined) throw new ProtocolError('is not a number')
    return read
  }
  return convertParts(decode, shape, value)
}
