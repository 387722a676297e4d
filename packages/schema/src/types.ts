import type { Formats } from './formats/format.ts'

/** An issue of an invalid value. Describes the expected value, but never contains the value itself. */
export interface SchemaIssue {
  /** JSON pointer into the value. */
  readonly pointer: string
  readonly keyword: string
  readonly message: string
  readonly expected?: string
  /** Set if the value matches several alternatives of `oneOf`. If absent, it matches none. */
  readonly matches?: 'several'
}

/**
 * Resolves a reference. `from` is the schema that contains the reference. For a dynamic reference, `path`
 * lists the enclosing schemas, outermost first.
 */
export interface Resolve {
  (ref: string, from?: unknown, path?: Iterable<unknown>): unknown
  /** Custom formats of the document. */
  readonly formats?: Formats
}

/** Options of `checkSchema`. */
export interface CheckOptions {
  /** Resolves a `$ref`. By default, `#` and `#/...` refer to the validated schema. */
  readonly resolve?: Resolve
  /** Maximum number of issues, at least 1: 20 by default. */
  readonly maxIssues?: number
  /** JSON pointer of the value. The pointers of issues start with this pointer. */
  readonly pointer?: string
  /** Budget shared with other checks. */
  readonly effort?: Effort
}

/** Number of remaining schema visits. Each check subtracts its own visits. */
export interface Effort {
  left: number
}

/** A JSON Schema that is an object rather than `true` or `false`. */
export type SchemaObject = Readonly<Record<string, unknown>>

/** Escapes a name for a JSON pointer (RFC 6901). */
export function escapePart(name: string): string {
  return /[~/]/.test(name) ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name
}

/** The types of JSON Schema. Every `integer` is also a `number`. */
export const typeNames = [
  'array',
  'boolean',
  'integer',
  'null',
  'number',
  'object',
  'string',
] as const

export type TypeName = (typeof typeNames)[number]

export function isTypeName(value: unknown): value is TypeName {
  return typeNames.some((name) => name === value)
}
