import type { Formats } from '../format.ts'

/** A reason why a value is invalid. Contains what was expected, never the value itself. */
export interface SchemaIssue {
  /** JSON pointer into the value. */
  readonly pointer: string
  readonly keyword: string
  readonly message: string
  readonly expected?: string
  /** The value matches several alternatives of `oneOf`, not too few. */
  readonly matches?: 'several'
}

/**
 * Resolves a reference. `from` is the schema that contains it; for a dynamic one, `path` is the list of
 * enclosing schemas, outermost first.
 */
export interface Resolve {
  (ref: string, from?: unknown, path?: Iterable<unknown>): unknown
  /** Custom formats of the document. */
  readonly formats?: Formats
}

/** Options of `checkSchema`. */
export interface CheckOptions {
  /** Resolves a `$ref`; without it, `#` and `#/...` point into the validated schema. */
  readonly resolve?: Resolve
  /** Maximum number of issues: 20 by default. */
  readonly maxIssues?: number
  /** JSON pointer of the value, prepended to those of the issues. */
  readonly pointer?: string
  /** The value comes from `parseLossless`: a string may be an integer that a double cannot represent. */
  readonly isLossless?: boolean
  /** Budget shared with other checks. */
  readonly effort?: Effort
}

/** Limits the work of a check: each schema visit is subtracted. */
export interface Effort {
  left: number
}

/** A JSON Schema other than `true` and `false`. */
export type SchemaObject = Readonly<Record<string, unknown>>

/** A member name or an index. */
export type Part = string | number

/** A check, at its current value: keywords report issues and continue with other schemas and with parts. */
export interface Walk {
  readonly resolve: Resolve
  readonly isLossless: boolean
  /** Enclosing schemas for dynamic references, outermost first. */
  readonly schemas: readonly unknown[]
  /** Whether further checks cannot add an issue: the maximum is reached or the budget is spent. */
  readonly isDone: boolean
  /** JSON pointer of the value. */
  readonly pointer: string
  /** Parts of the value that some keyword has evaluated; undefined if no schema needs them. */
  readonly evaluated: Set<Part> | undefined
  report(keyword: string, message: string, expected?: string): void
  /** Reports an issue of a part, which need not exist. */
  reportPart(part: Part, keyword: string, message: string): void
  /** Checks the value against a further schema. */
  visit(schema: unknown, value: unknown): void
  /** Checks a part of the value. */
  visitPart(schema: unknown, value: unknown, part: Part): void
  /** Checks the value, or the part, without reporting. */
  trial(schema: unknown, value: unknown, part?: Part): Trial
  /** Reports the issues of a trial. */
  adopt(issues: readonly SchemaIssue[]): void
}

/** The outcome of a check that did not report. */
export interface Trial {
  readonly issues: readonly SchemaIssue[]
  readonly evaluated: ReadonlySet<Part> | undefined
}

/** Escapes a name for a JSON pointer (RFC 6901). */
export function escapePart(name: string): string {
  return /[~/]/.test(name) ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name
}
