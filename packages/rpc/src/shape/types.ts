/**
 * Describes which parts of a value differ between JSON and the program. Other parts, including unknown
 * members, are not converted.
 *
 * - `Codec`: a leaf (`big`, `num`, ...) or a form (`union`, `map`, `tuple`, ...)
 * - `[shape]`: an array of it
 * - `{ name: shape }`: an object; only members that need conversion are listed
 * - `() => shape`: a shape that is defined later or is recursive
 */
export type Shape = Codec | readonly [Shape] | LazyShape | ObjectShape

/** Returns a shape that is defined later or contains itself. Called on first use. */
export type LazyShape = () => Shape

/** Shapes of the members that need conversion, by name. */
export interface ObjectShape {
  readonly [property: string]: Shape
}

/**
 * A leaf or form with its own conversion. The members of an `ObjectShape` are never strings, so `kind`
 * identifies a codec.
 */
export interface Codec {
  readonly kind: 'codec'
  /** Decodes a value. Returns undefined for an invalid value, for which `decode` throws. */
  readonly read: (value: unknown) => unknown
  /**
   * Encodes a value. Throws a `TypeError` that says what was expected. If absent, values are sent unchanged.
   */
  readonly write?: (value: unknown) => unknown
  /** Only for unions: returns the shape that `write` would use for a value; undefined if there is none. */
  readonly select?: (value: unknown) => Shape | undefined
  /**
   * Only used by unions: whether the codec applies to a value. If absent, it applies to values that it can
   * decode.
   */
  readonly matches?: (value: unknown) => boolean
  /** Description of valid values for error messages, such as `an integer from 0 to 5`. */
  readonly expected?: string
}
