import type { Formats } from '../format.ts'

/** A reason why a value is invalid. Contains what was expected, never the value itself. */
export interface SchemaIssue {
  /** JSON pointer into the value. */
  readonly pointer: string
  readonly keyword: string
  readonly message: string
  readonly expected?: string
  /** JSON pointer into the schema, through its references. */
  readonly schemaPointer: string
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
  /**
   * Tests by name; they take precedence over those of the document and the built-in ones. A format without a
   * test has no constraints.
   */
  readonly formats?: Readonly<Record<string, (value: unknown) => boolean>>
  /** Maximum number of issues: 20 by default. */
  readonly maxIssues?: number
  /** Maximum nesting of the value: 200 by default. */
  readonly maxDepth?: number
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

/** The position of a check. */
export interface At {
  readonly pointer: string
  readonly schemaPointer: string
  /** Number of steps into the value. */
  readonly level: number
}

/** Members and items that some keyword has evaluated. */
export type Evaluated = Set<string | number>
export type Seen = ReadonlySet<string | number>

/** Nothing was evaluated. */
export const nothing: Seen = new Set()

/** A value under its schema, for keywords that share what they have evaluated. */
export interface Spot {
  readonly value: unknown
  readonly at: At
  readonly evaluated: Evaluated
}

/** A JSON Schema other than `true` and `false`. */
export type SchemaObject = Readonly<Record<string, unknown>>

/** Receives issues. */
export interface Reporter {
  readonly options: CheckOptions
  report(at: At, keyword: string, message: string, expected?: string): void
}

/** Services of a check for keywords. */
export interface Walk extends Reporter {
  /** Enclosing schemas for dynamic references, outermost first. */
  readonly path: readonly unknown[]
  /** Whether further checks cannot add an issue: the maximum is reached or the budget is spent. */
  readonly isDone: boolean
  /** Checks a part of the value and reports its issues. */
  visit(schema: unknown, value: unknown, at: At): Seen
  /** Checks without reporting. */
  trial(schema: unknown, value: unknown, at: At): Trial
  /** Reports the issues of a trial. */
  adopt(issues: readonly SchemaIssue[]): void
}

export interface Trial {
  readonly issues: readonly SchemaIssue[]
  readonly evaluated: Seen
}

/** Steps down in the value, the schema, or both. */
export function step(at: At, schemaPart: string, valuePart?: string | number): At {
  return new Step(at, schemaPart, valuePart)
}

/** Pointers are built on demand: most values are valid. */
class Step implements At {
  readonly level: number
  readonly #up: At
  readonly #schemaPart: string
  readonly #valuePart: string | number | undefined
  #pointer: string | undefined
  #schemaPointer: string | undefined

  constructor(up: At, schemaPart: string, valuePart: string | number | undefined) {
    this.level = valuePart === undefined ? up.level : up.level + 1
    this.#up = up
    this.#schemaPart = schemaPart
    this.#valuePart = valuePart
  }

  get pointer(): string {
    this.#pointer ??= this.#written()
    return this.#pointer
  }

  /** Cached: nested alternatives report as many issues as they have leaves. */
  get schemaPointer(): string {
    this.#schemaPointer ??= `${this.#up.schemaPointer}/${this.#schemaPart}`
    return this.#schemaPointer
  }

  #written(): string {
    const part = this.#valuePart
    if (part === undefined) return this.#up.pointer
    return `${this.#up.pointer}/${typeof part === 'number' ? part : escapePart(part)}`
  }
}

/** Escapes a name for a JSON pointer (RFC 6901). */
export function escapePart(name: string): string {
  return /[~/]/.test(name) ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name
}
