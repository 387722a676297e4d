import { isRecord } from '../json-rpc.ts'
import type { Codec, Shape } from './types.ts'

/** From the wire to the program. What does not fit the shape comes back as it is. */
export function decode(shape: Shape | undefined, value: unknown): unknown {
  return shape ? convert(shape, value, false) : value
}

/** From the program to the wire. A number that cannot be written throws a `TypeError` with its path. */
export function encode(shape: Shape | undefined, value: unknown): unknown {
  return shape ? convert(shape, value, true) : value
}

/** Both directions. Reading changes the value in place, it was just parsed; writing copies what it converts. */
export function convert(shape: Shape, value: unknown, write: boolean): unknown {
  if (value === null || value === undefined) return value
  if (typeof shape === 'function') return convert(shape(), value, write)
  if (isCodec(shape)) return shape.convert(value, write)
  if (isArrayShape(shape)) {
    if (!Array.isArray(value)) return value
    const items: unknown[] = write ? value.slice() : value
    for (let i = 0; i < items.length; i++) items[i] = part(shape[0], items[i], write, i)
    return items
  }
  if (!isRecord(value)) return value
  const copy = write ? { ...value } : value
  for (const key in shape) {
    const member = shape[key]
    if (member && Object.hasOwn(copy, key)) copy[key] = part(member, copy[key], write, key)
  }
  return copy
}

/** Converts a member or an item, and puts its name before the message of what fails inside. */
export function part(shape: Shape, value: unknown, write: boolean, key: string | number): unknown {
  try {
    return convert(shape, value, write)
  } catch (error) {
    if (error instanceof TypeError)
      error.message = `/${key}${error.message.startsWith('/') ? '' : ' '}${error.message}`
    throw error
  }
}

/** Whether a value may belong to a shape: literals must be equal, numbers must be numeric, the rest is structure. */
export function fits(shape: Shape, value: unknown): boolean {
  if (typeof shape === 'function') return fits(shape(), value)
  if (isCodec(shape)) return shape.fits(value)
  // The first item stands for all: lists of records beside lists of texts.
  if (isArrayShape(shape)) {
    return Array.isArray(value) && (value[0] == null || fits(shape[0], value[0]))
  }
  if (!isRecord(value)) return false
  for (const key in shape) {
    const member = shape[key]
    const inner = value[key]
    if (member && inner !== undefined && inner !== null && !fits(member, inner)) return false
  }
  return true
}

export function isCodec(shape: Shape): shape is Codec {
  return 'kind' in shape && shape.kind === 'codec'
}

export function isArrayShape(shape: Shape): shape is readonly [Shape] {
  return Array.isArray(shape)
}
