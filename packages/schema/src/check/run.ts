import { escapePart, type SchemaIssue } from '../types.ts'

/** A member name or an index. */
export type Part = string | number

/**
 * Checks a value against a schema. Returns whether the value is valid, and reports the issues if the run wants
 * them.
 */
export type Check = (value: unknown, run: Run) => boolean

/** The outcome of a check whose issues have not been reported. */
export interface Trial {
  readonly isValid: boolean
  readonly issues: readonly SchemaIssue[]
  readonly evaluated: ReadonlySet<Part> | undefined
}

/** Maximum number of schemas that are applied inside of each other. */
const MAX_DEPTH = 200

export interface RunOptions {
  /** Whether issues are wanted, or only whether the value is valid. */
  readonly reports: boolean
  readonly maxIssues: number
  readonly maxVisits: number
  /** JSON pointer of the value. */
  readonly pointer: string
  /** The schema that is applied first. */
  readonly schema: unknown
}

/** The state of one validation: its budget, its place in the value, and its issues. */
export class Run {
  issues: SchemaIssue[] | undefined
  /**
   * Members and items that a keyword has evaluated; undefined if no schema has `unevaluatedProperties` or
   * `unevaluatedItems`.
   */
  evaluated: Set<Part> | undefined
  visits = 0
  /** Depth of the current value in the whole value. */
  level = 0
  /** Schemas that references led to or that have an `$id`, outermost first, for dynamic references. */
  readonly scope: unknown[]
  /** Targets of references that may repeat and are being applied, with the level of the value. */
  open: Map<unknown, number | undefined> | undefined
  readonly #options: RunOptions
  readonly #path: Part[] = []
  #depth = 0

  constructor(options: RunOptions) {
    this.#options = options
    this.issues = options.reports ? [] : undefined
    this.scope = [options.schema]
  }

  get isSpent(): boolean {
    return this.visits > this.#options.maxVisits
  }

  /** Whether only the validity of the value is wanted. */
  get isQuick(): boolean {
    return this.issues === undefined && this.evaluated === undefined
  }

  /** Whether a check that found the value invalid must not look for further issues. */
  get isOver(): boolean {
    return (
      this.issues === undefined || this.issues.length >= this.#options.maxIssues || this.isSpent
    )
  }

  get pointer(): string {
    return this.#path.reduce<string>(
      (to, part) => `${to}/${escapePart(`${part}`)}`,
      this.#options.pointer,
    )
  }

  /** Reports an issue. Returns false. */
  fail(keyword: string, message: string, expected?: string): false {
    if (this.issues !== undefined) {
      const { pointer } = this
      this.adopt([{ pointer, keyword, message, ...(expected !== undefined && { expected }) }])
    }
    return false
  }

  /** Reports an issue of a member or item, such as a missing member. Returns false. */
  failPart(part: Part, keyword: string, message: string): false {
    this.#path.push(part)
    this.fail(keyword, message)
    this.#path.pop()
    return false
  }

  /** Reports the issues of a trial. */
  adopt(issues: readonly SchemaIssue[]): void {
    this.issues?.push(...issues.slice(0, Math.max(0, this.#options.maxIssues - this.issues.length)))
  }

  /** Applies the check of a schema, within the limits. */
  apply(check: Check, value: unknown): boolean {
    this.visits++
    if (this.#depth >= MAX_DEPTH) return this.fail('depth', 'is nested too deeply')
    if (this.isSpent) return false
    this.#depth++
    const isValid = check(value, this)
    this.#depth--
    return isValid
  }

  /** Checks a member or item. */
  part(check: Check, value: unknown, part: Part): boolean {
    const { evaluated, issues } = this
    this.evaluated = undefined
    this.level++
    if (issues) this.#path.push(part)
    const isValid = check(value, this)
    if (issues) this.#path.pop()
    this.level--
    this.evaluated = evaluated
    return isValid
  }

  /** Checks the value, or a member or item, without reporting its issues. */
  trial(check: Check, value: unknown, part?: Part): Trial {
    const { issues, evaluated } = this
    this.issues = issues && []
    this.evaluated = evaluated && new Set()
    const isValid = part === undefined ? check(value, this) : this.part(check, value, part)
    const trial = { isValid, issues: this.issues ?? [], evaluated: this.evaluated }
    this.issues = issues
    this.evaluated = evaluated
    return trial
  }
}

/** Applies the check of a schema that dynamic references inside it may refer to. */
export function inScope(schema: unknown, check: Check): Check {
  return (value, run) => {
    run.scope.push(schema)
    const isValid = check(value, run)
    run.scope.pop()
    return isValid
  }
}
