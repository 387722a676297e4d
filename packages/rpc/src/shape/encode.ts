import { isCodec } from './decode.ts'
import type { Shape } from './types.ts'

/**
 * From the program to the wire. Copies what it converts, since the value is the caller's. What
 * cannot be written throws a `TypeError` with its path.
 */
export function encode(shape: Shape | undefined, value: unknown): unknown {
  if (!shape || value === null || value === undefined) return value
  if (typeof shape === 'function') return encode(shape(), value)
  if (isCodec(shape)) return shape.write ? shape.write(value) : value
  const list = Array.isArray(shape)
  if (typeof value !== 'object' || list !== Array.isArray(value)) return value
  const parts = Object.assign(list ? [] : {}, value) as Record<string, unknown>
  const shapes = shape as Record<string, Shape>
  for (const key in list ? parts : shapes) {
    const inner = shapes[list ? 0 : key]
    if (Object.hasOwn(parts, key)) parts[key] = encodeMember(inner, parts[key], key)
  }
  return parts
}

/** Encodes a member or an item, and puts its name before the message of what fails inside. */
export function encodeMember(
  shape: Shape | undefined,
  value: unknown,
  key: string | number,
): unknown {
  try {
    return encode(shape, value)
  } catch (error) {
    if (error instanceof TypeError) {
      error.message = `/${key}${error.message[0] === '/' ? '' : ' '}${error.message}`
    }
    throw error
  }
}
