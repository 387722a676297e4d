import { isRecord } from '../json-rpc.ts'
import { convert, fits, isArrayShape, isCodec, part } from './convert.ts'
import type { Codec, ObjectShape, Shape } from './types.ts'

/** Text that is left alone: a member of a union in which another member would read it as a number. */
export const text: Codec = {
  kind: 'codec',
  fits: (value) => typeof value === 'string',
  convert: (value) => value,
}

/** Anything, left alone: the last member of a union whose other members need work. */
export const pass: Codec = { kind: 'codec', fits: () => true, convert: (value) => value }

/** Exactly one of these values, left alone: the discriminator of a union, or `proposed` beside a height. */
/* @__NO_SIDE_EFFECTS__ */
export function literal(...values: readonly (string | number | boolean | null)[]): Codec {
  return {
    kind: 'codec',
    fits: (value) => (values as readonly unknown[]).includes(value),
    convert: (value) => value,
  }
}

/** Items by position; `undefined` for an item that needs no work, `rest` for those behind. */
/* @__NO_SIDE_EFFECTS__ */
export function tuple(items: readonly (Shape | undefined)[], rest?: Shape): Codec {
  return {
    kind: 'codec',
    fits: Array.isArray,
    convert(value, write) {
      if (!Array.isArray(value)) return value
      return value.map((item: unknown, index) => {
        const shape = index < items.length ? items[index] : rest
        return shape ? part(shape, item, write, index) : item
      })
    },
  }
}

/** What `map` knows of an object beside its undeclared members. */
export interface MapOptions {
  readonly properties?: ObjectShape
  /** Names of declared members that need no work and are not to be taken for undeclared ones. */
  readonly except?: readonly string[]
  /** Regular expressions on the member's name (`patternProperties`). */
  readonly patterns?: readonly (readonly [pattern: string, shape: Shape])[]
}

/** An object with members of any name: `additional` for those that neither properties nor patterns name. */
/* @__NO_SIDE_EFFECTS__ */
export function map(additional: Shape | undefined, options: MapOptions = {}): Codec {
  const { properties = {}, except = [], patterns = [] } = options
  const compiled = patterns.map(([pattern, shape]) => [new RegExp(pattern, 'u'), shape] as const)
  const shapeOf = (key: string): Shape | undefined => {
    if (Object.hasOwn(properties, key)) return properties[key]
    if (except.includes(key)) return undefined
    return compiled.find(([pattern]) => pattern.test(key))?.[1] ?? additional
  }
  return {
    kind: 'codec',
    fits: (value) => isRecord(value) && fits(properties, value),
    convert(value, write) {
      if (!isRecord(value)) return value
      const copy: Record<string, unknown> = { ...value }
      for (const key of Object.keys(copy)) {
        const shape = shapeOf(key)
        // Spread made `__proto__` an own member, so that assigning to it would set the prototype.
        if (shape && key !== '__proto__') copy[key] = part(shape, copy[key], write, key)
      }
      return copy
    },
  }
}

/**
 * The first member that fits, in the order given: literals before numbers before text. Of several
 * object members that fit (no literal tells them apart) each names the parts that it knows.
 */
/* @__NO_SIDE_EFFECTS__ */
export function union(...members: readonly Shape[]): Codec {
  const merged = new Map<string, ObjectShape>()
  return {
    kind: 'codec',
    fits: (value) => members.some((member) => fits(member, value)),
    convert(value, write) {
      const fitting = members.filter((member) => fits(member, value))
      const first = fitting[0]
      if (first === undefined) {
        if (write && !isRecord(value)) throw new TypeError('fits no alternative')
        return value
      }
      if (fitting.length === 1 || !isRecord(value)) return convert(first, value, write)
      const objects = fitting.map(resolved).filter(isObjectShape)
      if (objects.length < fitting.length) return convert(first, value, write)
      const key = fitting.map((member) => members.indexOf(member)).join()
      const shape = merged.get(key) ?? merge(objects)
      merged.set(key, shape)
      return convert(shape, value, write)
    },
  }
}

/** One object shape of several: the first that names a member wins. */
/* @__NO_SIDE_EFFECTS__ */
export function merge(shapes: readonly ObjectShape[]): ObjectShape {
  return Object.assign({}, ...shapes.toReversed()) as ObjectShape
}

function resolved(shape: Shape): Shape {
  return typeof shape === 'function' ? resolved(shape()) : shape
}

function isObjectShape(shape: Shape): shape is ObjectShape {
  return typeof shape === 'object' && !isCodec(shape) && !isArrayShape(shape)
}
