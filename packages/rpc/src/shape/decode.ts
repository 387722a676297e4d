import { ProtocolError } from '../errors.ts'
import { convertParts, isCodec } from './convert.ts'
import type { Shape } from './types.ts'

/**
 * Decodes a JSON value. A structure that does not match the shape is left unchanged. A number that cannot be
 * decoded throws a `ProtocolError` with its JSON pointer. The code is short because every client bundle
 * contains it.
 */
export function decode(shape: Shape | undefined, value: unknown): unknown {
  if (!shape || value == null) return value
  if (typeof shape === 'function') return decode(shape(), value)
  if (isCodec(shape)) {
    const read = shape.read(value)
    // Only leaf values can fail. Callers prepend the pointer to the message.
    if (read === undefined) throw new ProtocolError('is not a number')
    return read
  }
  return convertParts(decode, shape, value)
}
