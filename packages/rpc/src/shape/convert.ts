import type { Codec, ObjectShape, Shape } from './types.ts'

/** The function that converts a value: `decode` or `encode`. */
export type Convert = (shape: Shape | undefined, value: unknown) => unknown

export function isCodec(shape: Shape): shape is Codec {
  return (shape as Partial<Codec>).kind === 'codec'
}

/**
 * Returns a copy of an array or object with converted items or members. Returns any other value unchanged,
 * since it does not match the shape.
 */
export function convertParts(
  convert: Convert,
  shape: readonly [Shape] | ObjectShape,
  value: unknown,
): unknown {
  if (isArrayShape(shape)) {
    return Array.isArray(value)
      ? value.map((item, index) => convertMember(convert, shape[0], item, index))
      : value
  }
  if (typeof value !== 'object' || Array.isArray(value)) return value
  const parts: Record<string, unknown> = { ...value }
  for (const key in shape) {
    if (Object.hasOwn(parts, key)) parts[key] = convertMember(convert, shape[key], parts[key], key)
  }
  return parts
}

export function isArrayShape(shape: Shape): shape is readonly [Shape] {
  return Array.isArray(shape)
}

/** Converts a member or item. Error messages start with the JSON pointer of the member or item. */
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
      error.message = `/${key}${error.message.startsWith('/') ? '' : ' '}${error.message}`
    }
    throw error
  }
}
