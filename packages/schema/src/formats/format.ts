import type { Random } from '../json/random.ts'

export type { Random } from '../json/random.ts'

/** Converts between a string in JSON and a value in programs. */
export interface FormatCodec<Value> {
  /** Converts a string to a value. Must throw if the string is invalid. */
  decode(text: string): Value
  /**
   * Converts a value to a string. Not called if the program passes a string instead of a value: the string is
   * sent unchanged.
   */
  encode(value: Value): string
}

/** A custom format, for schemas of strings with this `format`. */
export interface Format<Value = unknown> {
  /**
   * TypeScript type of results and handler params: type syntax such as `` `ORD-${string}` `` or `Date`, or
   * `#Money` for the type `Money` that the module exports. `string` by default.
   */
  readonly type?: string
  /** Whether a string is valid. Must never throw. */
  readonly validate: (text: string) => boolean
  /** Converts strings to values. Without a codec, programs use the strings themselves. */
  readonly codec?: FormatCodec<Value>
  /**
   * Returns a valid string for mocks and documentation. The result must depend only on the arguments.
   * `example` is an example of the schema, for formats with strings of different lengths or prefixes.
   */
  readonly sample: (random: Random, example?: string) => string
}

/** Custom formats by name. */
export type Formats = Readonly<Record<string, Format>>
