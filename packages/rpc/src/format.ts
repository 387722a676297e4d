import type { Random } from './random.ts'

export type { Random } from './random.ts'

/** Converts between the string that is sent and the value that programs see. */
export interface FormatCodec<Value> {
  /** From the string, which `validate` has not necessarily seen: throws if it is not one of the format. */
  decode(text: string): Value
  /** From the value. A caller may pass the string as well, which is sent as it is. */
  encode(value: Value): string
}

/** A custom format of JSON Schema: what strings with this `format` are. */
export interface Format<Value = unknown> {
  /**
   * TypeScript type of results and handler params: text such as `` `ORD-${string}` `` or `Date`, or `#Money` for
   * the type `Money` that the module exports. Absent: `string`.
   */
  readonly type?: string
  /** Whether a string is of the format. Returns false for any other string, and never throws. */
  readonly validate: (text: string) => boolean
  /** Absent: programs see the string itself. */
  readonly codec?: FormatCodec<Value>
  /**
   * Returns a string of the format for mocks and documentation, the same one for the same random numbers. `example`
   * is an example of the schema, for a format whose strings vary in length or prefix.
   */
  readonly sample: (random: Random, example?: string) => string
}

/** Custom formats by name. */
export type Formats = Readonly<Record<string, Format>>
