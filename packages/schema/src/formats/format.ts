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

/** Converts between a number in JSON and a value in programs. */
export interface NumberCodec<Value> {
  /** Converts a number to a value. An integer beyond 2^53 is a bigint. Must throw if the number is invalid. */
  decode(number: number | bigint): Value
  /** Converts a value to a number. A bigint beyond 2^53 is sent with all its digits. */
  encode(value: Value): number | bigint
}

interface Selecting {
  /**
   * Extensions that select the format: schemas with all of these members have the format, whatever their
   * `format`. An extension of a content descriptor applies to its schema.
   */
  readonly extensions?: Readonly<Record<`x-${string}`, string | number | boolean>>
}

/** A custom format, for schemas of strings with this `format`. */
export interface Format<Value = unknown> extends Selecting {
  readonly of?: 'string'
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

/** A custom format, for schemas of numbers and integers with this `format`. */
export interface NumberFormat<Value = unknown> extends Selecting {
  readonly of: 'number'
  /**
   * TypeScript type of results and handler params, such as `bigint` or `Date`, or `#Height` for the type `Height`
   * that the module exports. `number` by default. With a codec, callers pass this type, too: a number could be
   * either the value or its JSON form.
   */
  readonly type?: string
  /** Whether a number is valid. An integer beyond 2^53 is a bigint. Must never throw. */
  readonly validate: (number: number | bigint) => boolean
  /** Converts numbers to values. Without a codec, programs use the numbers themselves. */
  readonly codec?: NumberCodec<Value>
  /** Returns a valid number for mocks and documentation, as for strings. */
  readonly sample: (random: Random, example?: number) => number | bigint
}

/** Custom formats by name. */
export type Formats = Readonly<Record<string, Format | NumberFormat>>
