import { isRecord } from '../json-rpc.ts'
import { type Convert, convertMember, isArrayShape, isCodec } from './convert.ts'
import { decode } from './decode.ts'
import { encode } from './encode.ts'
import { matchesMember, matchesShape } from './matches.ts'
import type { Codec, ObjectShape, Shape } from './types.ts'

/** Creates a codec for values that are not converted, except for their members and items. */
function form(
  expected: string,
  matches: (value: unknown) => boolean,
  through: (value: unknown, convert: Convert) => unknown = (value) => value,
): Codec {
  return {
    kind: 'codec',
    expected,
    matches,
    read: (value) => through(value, decode),
    write: (value) => through(value, encode),
  }
}

/** A string that is not converted, as an alternative to numbers encoded as strings. */
export const text: Codec = /* @__PURE__ */ form('text', (value) => typeof value === 'string')

/** Any value. The value is not converted. Used as the last alternative of a union. */
export const pass: Codec = /* @__PURE__ */ form('anything', () => true)

/** Creates a codec for constants, such as the discriminator of a union. Constants are not converted. */
/* @__NO_SIDE_EFFECTS__ */
export function literal(...values: readonly (string | number | boolean | null)[]): Codec {
  return form(values.join(', '), (value) => (values as readonly unknown[]).includes(value))
}

/** Creates a codec for arrays whose items have different shapes. `rest` is the shape of further items. */
/* @__NO_SIDE_EFFECTS__ */
export function tuple(items: readonly (Shape | undefined)[], rest?: Shape): Codec {
  return form('a list', Array.isArray, (value, convert) =>
    Array.isArray(value)
      ? value.map((item: unknown, index) =>
          convertMember(convert, index < items.length ? items[index] : rest, item, index),
        )
      : value,
  )
}

/** A regular expression, or an equivalent test that does not backtrack. */
interface NamePattern {
  test(name: string): boolean
}

/** Shapes of the members of a map that have their own shape, by name or by pattern of the name. */
export interface MapOptions {
  /** Shapes of declared members; `undefined` for a member that needs no conversion. */
  readonly properties?: Readonly<Record<string, Shape | undefined>>
  /** Shapes by patterns of member names (`patternProperties`). */
  readonly patterns?: readonly (readonly [pattern: NamePattern, shape: Shape])[]
}

/**
 * Creates a codec for an object with arbitrary member names. `additional` is the shape of the members that
 * the options do not mention.
 */
/* @__NO_SIDE_EFFECTS__ */
export function map(additional: Shape | undefined, options: MapOptions = {}): Codec {
  const { properties = {}, patterns = [] } = options
  const shapeOf = (key: string): Shape | undefined =>
    Object.hasOwn(properties, key)
      ? properties[key]
      : (patterns.find(([pattern]) => pattern.test(key))?.[1] ?? additional)
  return form(
    'an object',
    (value) =>
      isRecord(value) && Object.keys(value).every((key) => matchesMember(shapeOf(key), value[key])),
    (value, convert) =>
      isRecord(value)
        ? Object.fromEntries(
            Object.entries(value).map(([key, member]) => [
              key,
              convertMember(convert, shapeOf(key), member, key),
            ]),
          )
        : value,
  )
}

/**
 * Creates a codec for alternatives. The first matching alternative is used: pass literals first, followed by
 * numbers and strings. If several objects match, because no literal distinguishes them, each object shape
 * converts the members that it declares.
 */
/* @__NO_SIDE_EFFECTS__ */
export function union(...members: readonly Shape[]): Codec {
  /**
   * Returns the alternative for a value. An object without a matching alternative is converted by the object
   * shapes in `otherwise`.
   */
  const shapeOf = (value: unknown, otherwise: readonly Shape[]): Shape | undefined => {
    const matching = members.filter((member) => matchesShape(member, value))
    if (!isRecord(value)) return matching[0]
    const objects = (matching[0] ? matching : otherwise).map(resolved).filter(isObjectShape)
    if (objects.length < matching.length) return matching[0]
    return objects[1] ? merge(objects) : objects[0]
  }
  return {
    kind: 'codec',
    matches: (value) => members.some((member) => matchesShape(member, value)),
    read: (value) => decode(shapeOf(value, []), value),
    select: (value) => shapeOf(value, members),
    write(value) {
      const shape = shapeOf(value, members)
      if (shape) return encode(shape, value)
      throw new TypeError(`must be ${[...new Set(members.map(expectedBy))].join(' or ')}`)
    },
  }
}

/** Merges object shapes. If several shapes contain a member, the first of these shapes is used. */
/* @__NO_SIDE_EFFECTS__ */
export function merge(shapes: readonly ObjectShape[]): ObjectShape {
  return Object.assign({}, ...shapes.toReversed()) as ObjectShape
}

function expectedBy(shape: Shape): string {
  const { expected } = resolved(shape) as Partial<Codec>
  return expected ?? (isArrayShape(shape) ? 'a list' : 'an object')
}

function resolved(shape: Shape): Shape {
  return typeof shape === 'function' ? resolved(shape()) : shape
}

function isObjectShape(shape: Shape): shape is ObjectShape {
  return typeof shape === 'object' && !isCodec(shape) && !isArrayShape(shape)
}
