import { isCodec } from './decode.ts'
import type { Shape } from './types.ts'

/**
 * Encodes a value as JSON. Copies what it converts, since the value belongs to the caller. Throws a
 * `TypeError` with the path of an invalid part.
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

/** Encodes a member or item, and prepends its name to the message of a nested failure. */
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
