import type { Codec, ObjectShape, Shape } from './types.ts'

/** The function that converts a value: `decode` or `encode`. */
export type Convert = (shape: Shape | undefined, value: unknown) => unknown

/** Whether a shape is a codec. */
export function isCodec(shape: Shape): shape is Codec {
  return (shape as Partial<Codec>).kind === 'codec'
}

/**
 * Converts the members or items of a value. The value itself is modified unless `into`, a copy of it, is
 * given. A value that is not an array or object like its shape is returned unchanged.
 */
export function convertParts(
  convert: Convert,
  shape: readonly [Shape] | ObjectShape,
  value: unknown,
  into: unknown = value,
): unknown {
  const list = Array.isArray(shape)
  if (typeof value !== 'object' || list !== Array.isArray(value)) return value
  // Arrays and objects are both accessed by key.
  const parts = into as Record<string, unknown>
  const shapes = shape as Record<string, Shape>
  for (const key in list ? parts : shapes) {
    if (Object.hasOwn(parts, key)) {
      parts[key] = convertMember(convert, shapes[list ? 0 : key], parts[key], key)
    }
  }
  return parts
}

/** Converts a member or item. If that fails, prepends its name to the error message. */
export function convertMember(
  convert: Convert,
  shape: Shape | undefined,
  value: unknown,
  key: string | number,
): unknown {
  try {
    return convert(shape, value)
  } catch (error) {
    if (error instanceof Error) {
      error.message = `/${key}${/^[ /]/.test(error.message) ? '' : ' '}${error.message}`
    }
    throw error
  }
}
