/**
 * A shape says which parts of a value differ between the wire and the program. Parts that it does
 * not name pass untouched, unknown members included.
 *
 * - `Codec`: a leaf (`big`, `num`, ...) or a form (`union`, `map`, `tuple`, ...)
 * - `[shape]`: an array of it
 * - `{ name: shape }`: an object; only the members that need work are named
 * - `() => shape`: a shape that is defined later or refers to itself
 */
export type Shape = Codec | readonly [Shape] | LazyShape | ObjectShape
export type LazyShape = () => Shape
export interface ObjectShape {
  readonly [property: string]: Shape
}

/** A part that converts itself. No member of an `ObjectShape` is a string, so `kind` tells them apart. */
export interface Codec {
  readonly kind: 'codec'
  /** From the wire: undefined for a value that is something else, for which `decode` throws. */
  readonly read: (value: unknown) => unknown
  /** To the wire. Throws a `TypeError` that says what is expected. Absent: the value goes as it is. */
  readonly write?: (value: unknown) => unknown
  /** Whether the value may belong to this codec: how `union` chooses among its members. Absent: whether it is read. */
  readonly fits?: (value: unknown) => boolean
  /** What is written, in words, for a caller who gave something else: `an integer from 0 to 5`. */
  readonly expected?: string
}
