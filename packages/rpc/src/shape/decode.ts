import { ProtocolError } from '../errors.ts'
import type { Codec, Shape } from './types.ts'

/**
 * From the wire to the program. Changes the value in place, since it was just parsed; a structure that
 * does not fit the shape stays as it is, and a leaf that cannot be read throws a `ProtocolError` with
 * its pointer. Short, since every bundle of a call that needs it carries it.
 */
export function decode(shape: Shape | undefined, value: unknown): unknown {
  if (!shape || value == null) return value
  if (typeof shape === 'function') return decode(shape(), value)
  if (isCodec(shape)) {
    const read = shape.read(value)
    // Only numbers can be unreadable. The pointer of the place comes before this message on the way out.
    if (read === undefined) throw new ProtocolError(' is no number')
    return read
  }
  const list = Array.isArray(shape)
  if (typeof value === 'object' && list === Array.isArray(value)) {
    // A list is walked by its indices like an object by its names.
    const parts = value as Record<string, unknown>
    const shapes = shape as Record<string, Shape>
    for (const key in list ? parts : shapes) {
      if (Object.hasOwn(parts, key)) {
        try {
          parts[key] = decode(shapes[list ? 0 : key], parts[key])
        } catch (error) {
          // Its name before the message of what fails inside.
          ;(error as Error).message = `/${key}${(error as Error).message}`
          throw error
        }
      }
    }
  }
  return value
}

/** Whether a shape converts itself. */
export function isCodec(shape: Shape): shape is Codec {
  return (shape as Partial<Codec>).kind === 'codec'
}
