import { isRecord } from '../json-rpc.ts'
import { arrayKeywords } from './array.ts'
import { combiningKeywords, followRef } from './combine.ts'
import { objectKeywords } from './object.ts'
import { pointerResolver } from './resources.ts'
import { traitsOf, type Traits } from './traits.ts'
import {
  escapePart,
  type CheckOptions,
  type Part,
  type Resolve,
  type SchemaIssue,
  type SchemaObject,
  type Trial,
  type Walk,
} from './types.ts'

/**
 * Maximum number of schema visits per check. Nested unions could otherwise require exponentially many visits.
 */
const MAX_VISITS = 200_000
const MAX_DEPTH = 200

/**
 * Returns the issues of a value that is invalid against a schema; empty for a valid value. Supports draft-07
 * and keywords of 2019-09 and 2020-12.
 */
export function checkSchema(
  schema: unknown,
  value: unknown,
  options: CheckOptions = {},
): readonly SchemaIssue[] {
  const walk = new SchemaWalk(schema, options)
  walk.visit(schema, value)
  if (options.effort) options.effort.left -= walk.visits
  // If the budget ran out inside an alternative, its issues were discarded, so an issue is added here.
  if (walk.isSpent && walk.issues.length === 0) walk.report('size', 'is too large to validate')
  return walk.issues
}

/** Whether a value is valid against a schema. */
export function isValid(schema: unknown, value: unknown, options: CheckOptions): boolean {
  return checkSchema(schema, value, { ...options, maxIssues: 1 }).length === 0
}

/** A validation with its path in the value, its issues and its limits. */
class SchemaWalk implements Walk {
  readonly resolve: Resolve
  readonly schemas: unknown[] = []
  issues: SchemaIssue[] = []
  evaluated: Set<Part> | undefined
  visits = 0
  readonly #start: string
  readonly #maxIssues: number
  readonly #maxVisits: number
  readonly #path: Part[] = []
  /**
   * The schemas that are being applied, with the depth of the value. A schema that is applied again at the
   * same depth refers to itself. It is not followed, since the validation would never end.
   */
  readonly #open = new Map<unknown, number | undefined>()

  constructor(schema: unknown, { resolve, pointer = '', maxIssues = 20, effort }: CheckOptions) {
    this.resolve = resolve ?? pointerResolver(schema)
    this.#start = pointer
    this.#maxIssues = maxIssues
    this.#maxVisits = Math.min(MAX_VISITS, effort?.left ?? MAX_VISITS)
  }

  get isSpent(): boolean {
    return this.visits > this.#maxVisits
  }

  get isDone(): boolean {
    return this.issues.length >= this.#maxIssues || this.isSpent
  }

  get pointer(): string {
    return this.#path.reduce<string>((to, part) => `${to}/${escapePart(`${part}`)}`, this.#start)
  }

  report(keyword: string, message: string, expected?: string): void {
    const { pointer } = this
    this.adopt([{ pointer, keyword, message, ...(expected !== undefined && { expected }) }])
  }

  reportPart(part: Part, keyword: string, message: string): void {
    this.#path.push(part)
    this.report(keyword, message)
    this.#path.pop()
  }

  adopt(issues: readonly SchemaIssue[]): void {
    this.issues.push(...issues.slice(0, Math.max(0, this.#maxIssues - this.issues.length)))
  }

  visit(schema: unknown, value: unknown): void {
    if (!isRecord(schema)) {
      if (schema === false) this.report('false', 'is not allowed')
      return
    }
    // `nullable` is an OpenAPI keyword. Documents also use it next to references and alternatives, so it
    // is checked first.
    if (value === null && schema['nullable'] === true) return
    const traits = traitsOf(schema)
    const level = this.#open.get(schema)
    if (level === this.#path.length || this.#isExhausted()) return
    if (traits.mayRecur) this.#open.set(schema, this.#path.length)
    this.schemas.push(schema)
    this.#apply(schema, traits, value)
    this.schemas.pop()
    if (traits.mayRecur) this.#open.set(schema, level)
  }

  visitPart(schema: unknown, value: unknown, part: Part): void {
    const { evaluated } = this
    this.evaluated = undefined
    this.#path.push(part)
    this.visit(schema, value)
    this.#path.pop()
    this.evaluated = evaluated
  }

  trial(schema: unknown, value: unknown, part?: Part): Trial {
    const { issues, evaluated } = this
    this.issues = []
    this.evaluated = evaluated && new Set()
    if (part === undefined) this.visit(schema, value)
    else this.visitPart(schema, value, part)
    const trial = { issues: this.issues, evaluated: this.evaluated }
    this.issues = issues
    this.evaluated = evaluated
    return trial
  }

  #apply(schema: SchemaObject, traits: Traits, value: unknown): void {
    if (traits.kind === 'reference') return followRef(this, schema, '$ref', value)
    for (const keyword of traits.scalar) keyword(this, schema, value)
    if (traits.kind === 'scalar') return
    const { evaluated } = this
    // `unevaluatedProperties` ignores members that only the keywords of enclosing schemas have evaluated.
    if (traits.hasUnevaluated) this.evaluated = new Set()
    if (traits.combines) combiningKeywords(this, schema, value)
    if (traits.hasMembers) objectKeywords(this, schema, value)
    if (traits.hasItems) arrayKeywords(this, schema, value)
    if (traits.hasUnevaluated) for (const part of this.evaluated ?? []) evaluated?.add(part)
    this.evaluated = evaluated
  }

  #isExhausted(): boolean {
    this.visits++
    if (this.schemas.length >= MAX_DEPTH) {
      this.report('depth', 'is nested too deeply')
      return true
    }
    return this.isSpent
  }
}
