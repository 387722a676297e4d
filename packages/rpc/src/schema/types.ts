import type { Formats } from '../format.ts'

/** One reason why a value does not fit a schema. Says what is expected, never what the value is. */
export interface SchemaIssue {
  /** JSON pointer into the value. */
  readonly pointer: string
  readonly keyword: string
  readonly message: string
  readonly expected?: string
  /** JSON pointer into the schema, through its references. */
  readonly schemaPointer: string
}

/**
 * Finds what a reference leads to. `from` is the schema that holds it; for a dynamic one, `path` are the
 * schemas that led there, outermost first.
 */
export interface Resolve {
  (ref: string, from?: unknown, path?: Iterable<unknown>): unknown
  /** Custom formats of the document. */
  readonly formats?: Formats
}

export interface CheckOptions {
  /** The schema behind a `$ref`; without it, `#` and `#/...` point into the schema that is checked. */
  readonly resolve?: Resolve
  /** Tests by name; they come before those of the document and the built-in ones. A format without a test is no constraint. */
  readonly formats?: Readonly<Record<string, (value: unknown) => boolean>>
  /** How many issues are collected at most: 20 unless given. */
  readonly maxIssues?: number
  /** How deep the value may be nested: 200 unless given. */
  readonly maxDepth?: number
  /** Where the value stands: a JSON pointer that comes before those of the issues. */
  readonly pointer?: string
  /** The value was read by `parseLossless`: a string can be an integer that a double cannot hold. */
  readonly isLossless?: boolean
  /** What this check and others may cost together. */
  readonly effort?: Effort
}

/** A bound on work that many schemas can ask for: each look at one is taken from what is left. */
export interface Effort {
  left: number
}

/** Where the walk stands. */
export interface At {
  readonly pointer: string
  readonly schemaPointer: string
  /** How many steps into the value led here. */
  readonly level: number
}

/** Members and items that some keyword has spoken about. */
export type Evaluated = Set<string | number>
export type Seen = ReadonlySet<string | number>

/** For those who have evaluated nothing. */
export const nothing: Seen = new Set()

/** A value under its schema, for the keywords that tell each other what they have evaluated. */
export interface Spot {
  readonly value: unknown
  readonly at: At
  readonly evaluated: Evaluated
}

export type SchemaObject = Readonly<Record<string, unknown>>

/** Takes what is found. */
export interface Reporter {
  readonly options: CheckOptions
  report(at: At, keyword: string, message: string, expected?: string): void
}

/** What the keywords ask of the walk. */
export interface Walk extends Reporter {
  /** Schemas that the walk is inside of and that dynamic references look back at, outermost first. */
  readonly path: readonly unknown[]
  /** Checks a part of the value, reporting what does not fit. */
  visit(schema: unknown, value: unknown, at: At): Seen
  /** Checks without reporting. */
  trial(schema: unknown, value: unknown, at: At): Trial
  /** Passes on what a trial found. */
  adopt(issues: readonly SchemaIssue[]): void
}

export interface Trial {
  readonly issues: readonly SchemaIssue[]
  readonly evaluated: Seen
}

/** One step down in the value, the schema, or both. */
export function step(at: At, schemaPart: string, valuePart?: string | number): At {
  return new Step(at, schemaPart, valuePart)
}

/** Most values fit, and of those nobody asks where they stand. */
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

  /** Kept: alternatives inside of each other report as many issues as they have leaves. */
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

/** A name as a part of a JSON pointer (RFC 6901). */
export function escapePart(name: string): string {
  return /[~/]/.test(name) ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name
}
