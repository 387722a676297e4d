import type { Random } from './random.ts'

export type { Random } from './random.ts'

/** Converts between the string that is sent and the value in programs. */
export interface FormatCodec<Value> {
  /** Converts a string, which may not have been validated: throws if it is invalid. */
  decode(text: string): Value
  /** Converts a value. Callers may also pass the string, which is sent unchanged. */
  encode(value: Value): string
}

/** A custom format: describes strings with this `format` in JSON Schema. */
export interface Format<Value = unknown> {
  /**
   * TypeScript type of results and handler params: text such as `` `ORD-${string}` `` or `Date`, or `#Money`
   * for the type `Money` that the module exports. `string` by default.
   */
  readonly type?: string
  /** Whether a string is valid. Must return false for any other string and never throw. */
  readonly validate: (text: string) => boolean
  /** Without a codec, programs use the string itself. */
  readonly codec?: FormatCodec<Value>
  /**
   * Returns a valid string for mocks and documentation, the same one for the same random numbers. `example` is
   * an example of the schema, for formats whose strings vary in length or prefix.
   */
  readonly sample: (random: Random, example?: string) => string
}

/** Custom formats by name. */
export type Formats = Readonly<Record<string, Format>>
