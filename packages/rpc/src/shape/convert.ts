import { ProtocolError } from '../errors.ts'
import type { Codec, ObjectShape, Shape } from './types.ts'

/** The function that converts a value: `decode` or `encode`. */
export type Convert = (shape: Shape | undefined, value: unknown) => unknown

export function isCodec(shape: Shape): shape is Codec {
  return (shape as Partial<Codec>).kind === 'codec'
}

/**
 * Creates a function that converts values with one function of codecs. It copies arrays and objects, and
 * returns a value unchanged if it does not match the shape. Errors start with the JSON pointer of the value.
 */
/* @__NO_SIDE_EFFECTS__ */
export function converter(direction: 'read' | 'write'): Convert {
  const convert: Convert = (shape, value) => {
    if (!shape || value == null) return value
    if (typeof shape === 'function') return convert(shape(), value)
    if ((shape as Codec).kind === 'codec') {
      const converted = (shape as Codec)[direction](value)
      // Only numbers that cannot be decoded return undefined.
      if (converted === undefined) throw new ProtocolError(`is not ${(shape as Codec).expected}`)
      return converted
    }
    if (typeof value !== 'object' || Array.isArray(value) !== isArrayShape(shape)) return value
    if (isArrayShape(shape)) {
      return (value as readonly unknown[]).map((item, index) =>
        convertMember(convert, shape[0], item, index),
      )
    }
    const parts: Record<string, unknown> = { ...value }
    for (const key in shape) {
      if (Object.hasOwn(parts, key)) {
        parts[key] = convertMember(convert, (shape as ObjectShape)[key], parts[key], key)
      }
    }
    return parts
  }
  return convert
}

export const isArrayShape: (shape: Shape) => shape is readonly [Shape] = Array.isArray as never

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
    // Codecs only throw errors.
    ;(error as Error).message = `/${key}${(error as Error).message.replace(/^(?!\/)/, ' ')}`
    throw error
  }
}
