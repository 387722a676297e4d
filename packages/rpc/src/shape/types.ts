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

/** A part with its own conversion. No member of an `ObjectShape` is a string, so `kind` identifies a codec. */
export interface Codec {
  readonly kind: 'codec'
  /** Decodes a value: undefined for an invalid one, for which `decode` throws. */
  readonly read: (value: unknown) => unknown
  /** Encodes a value. Throws a `TypeError` that says what is expected. If absent, the value is sent unchanged. */
  readonly write?: (value: unknown) => unknown
  /** For `union`: returns the shape that `write` uses to encode a value; undefined if it uses none. */
  readonly select?: (value: unknown) => Shape | undefined
  /** Whether the value may belong to this codec, for `union`. If absent: whether it can be decoded. */
  readonly matches?: (value: unknown) => boolean
  /** Description of valid values for error messages: `an integer from 0 to 5`. */
  readonly expected?: string
}
