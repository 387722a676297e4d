import type { Formats } from '../format.ts'

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
  /** Maximum number of issues: 20 by default. */
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

/** A member name or an index. */
export type Part = string | number

/** The state of a validation at the current value. Keywords use it to report issues. */
export interface Walk {
  readonly resolve: Resolve
  /** Enclosing schemas for dynamic references, outermost first. */
  readonly schemas: readonly unknown[]
  /** Whether further checks cannot add an issue, because the maximum is reached or the budget is spent. */
  readonly isDone: boolean
  /** JSON pointer of the value. */
  readonly pointer: string
  /**
   * Members and items that a keyword has evaluated; undefined if no schema has `unevaluatedProperties` or
   * `unevaluatedItems`.
   */
  readonly evaluated: Set<Part> | undefined
  report(keyword: string, message: string, expected?: string): void
  /** Reports an issue of a member or item, such as a missing member. */
  reportPart(part: Part, keyword: string, message: string): void
  visit(schema: unknown, value: unknown): void
  /** Checks a member or item against a schema. */
  visitPart(schema: unknown, value: unknown, part: Part): void
  /** Checks the value, or a member or item, without reporting issues. */
  trial(schema: unknown, value: unknown, part?: Part): Trial
  /** Reports the issues found by a trial. */
  adopt(issues: readonly SchemaIssue[]): void
}

/** The outcome of a trial. Its issues have not been reported. */
export interface Trial {
  readonly issues: readonly SchemaIssue[]
  readonly evaluated: ReadonlySet<Part> | undefined
}

/** Escapes a name for a JSON pointer (RFC 6901). */
export function escapePart(name: string): string {
  return /[~/]/.test(name) ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name
}
