/**
 * Describes which values inside a JSON value have another type in programs. All other values, including unknown
 * members, are not converted.
 *
 * - `Codec`: a number (`big`, `num`, ...), or a structure such as `union`, `map` and `tuple`
 * - `[shape]`: an array whose items have the shape
 * - `{ name: shape }`: an object, with the members that need conversion
 * - `() => shape`: a shape that is defined later or is recursive
 */
export type Shape = Codec | readonly [Shape] | LazyShape | ObjectShape

/** Returns a shape that is defined later or contains itself. */
export type LazyShape = () => Shape

/** Shapes of the members that need conversion, by name. */
export interface ObjectShape {
  readonly [property: string]: Shape
}

/**
 * A shape with its own conversion. Its `kind` distinguishes it from an `ObjectShape`, whose members are
 * shapes.
 */
export interface Codec {
  readonly kind: 'codec'
  /** Decodes a value. Returns undefined for an invalid value, which makes `decode` throw. */
  readonly read: (value: unknown) => unknown
  /** Encodes a value. Throws a `TypeError` for an invalid value. */
  readonly write: (value: unknown) => unknown
  /**
   * Returns the alternative that `write` uses for a value; undefined without a matching alternative. Set for
   * unions.
   */
  readonly select?: (value: unknown) => Shape | undefined
  /**
   * Whether a union uses this codec for a value. If absent, the union uses the codec for all values that the
   * codec can decode.
   */
  readonly matches?: (value: unknown) => boolean
  /** Description of valid values for error messages, such as `an integer from 0 to 5`. */
  readonly expected?: string
}
