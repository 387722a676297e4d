import type { Codec, Shape } from './types.ts'

/**
 * From the wire to the program. Changes the value in place, since it was just parsed; a structure that
 * does not fit the shape stays as it is, and a leaf that cannot be read throws a `ProtocolError` with
 * its pointer. Short, since every bundle of a call that needs it carries it.
 */
export function decode(shape: Shape | undefined, value: unknown): unknown {
  if (!shape || value == null) return value
  if (typeof shape === 'function') return decode(shape(), value)
  if (isCodec(shape)) return shape.read(value)
  const list = Array.isArray(shape)
  if (typeof value === 'object' && list === Array.isArray(value)) {
    // A list is walked by its indices like an object by its names.
    const parts = value as Record<string, unknown>
    const shapes = shape as Record<string, Shape>
    let key
    try {
      for (key in list ? parts : shapes) {
        const inner = shapes[list ? 0 : key]
        if (Object.hasOwn(parts, key)) parts[key] = decode(inner, parts[key])
      }
    } catch (error) {
      throw within(key, error)
    }
  }
  return value
}

/** The error of a part, with the name of the part before its message. */
export function within(key: unknown, error: unknown): unknown {
  ;(error as Error).message = `/${String(key)}${(error as Error).message}`
  return error
}

/** Whether a shape converts itself. */
export function isCodec(shape: Shape): shape is Codec {
  return (shape as Partial<Codec>).kind === 'codec'
}
