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

/**
 * Both directions. Reading changes the value in place, it was just parsed; writing copies what it
 * converts. Short, since every bundle of one call carries it.
 */
export function convert(shape: Shape, value: unknown, write: boolean): unknown {
  if (value === null || value === undefined) return value
  if (typeof shape === 'function') return convert(shape(), value, write)
  if (isCodec(shape)) return shape.convert(value, write)
  const list = Array.isArray(shape)
  if (typeof value !== 'object' || list !== Array.isArray(value)) return value
  // A list is walked by its indices like an object by its names.
  const source = value as Parts<unknown>
  const parts: Parts<unknown> = write ? (list ? Object.assign([], source) : { ...source }) : source
  const shapes = shape as Parts<Shape>
  for (const key in list ? parts : shapes) {
    const inner = shapes[list ? 0 : key]
    if (inner && Object.hasOwn(parts, key)) parts[key] = part(inner, parts[key], write, key)
  }
  return parts
}

type Parts<T> = Record<string, T>

/** Converts a member or an item, and puts its name before the message of what fails inside. */
export function part(shape: Shape, value: unknown, write: boolean, key: string | number): unknown {
  try {
    return convert(shape, value, write)
  } catch (error) {
    if (error instanceof TypeError) {
      error.message = `/${key}${error.message[0] === '/' ? '' : ' '}${error.message}`
    }
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
