import { ProtocolError } from '../errors.ts'
import type { Codec, Shape } from './types.ts'

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
  const list = Array.isArray(shape)
  if (typeof value === 'object' && list === Array.isArray(value)) {
    // An array is traversed by index like an object by name.
    const parts = value as Record<string, unknown>
    const shapes = shape as Record<string, Shape>
    for (const key in list ? parts : shapes) {
      if (Object.hasOwn(parts, key))
        parts[key] = decodeMember(shapes[list ? 0 : key], parts[key], key)
    }
  }
  return value
}

/** Decodes a member or item, and prepends its name to the message of a nested failure. */
export function decodeMember(
  shape: Shape | undefined,
  value: unknown,
  key: string | number,
): unknown {
  try {
    return decode(shape, value)
  } catch (error) {
    ;(error as Error).message = `/${key}${(error as Error).message}`
    throw error
  }
}

/** Whether a shape is a codec. */
export function isCodec(shape: Shape): shape is Codec {
  return (shape as Partial<Codec>).kind === 'codec'
}
