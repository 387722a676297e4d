import { isRecord } from '../json-rpc.ts'
import { arrayKeywords } from './array.ts'
import { combiningKeywords, followRef } from './combine.ts'
import { Findings } from './findings.ts'
import { objectKeywords } from './object.ts'
import { pointerResolver } from './resources.ts'
import { traitsOf, type Traits } from './traits.ts'
import {
  nothing,
  type At,
  type CheckOptions,
  type SchemaIssue,
  type SchemaObject,
  type Seen,
  type Trial,
  type Walk,
} from './types.ts'

/** Maximum number of schema visits per check: nested unions can require exponentially many. */
const MAX_VISITS = 200_000

/**
 * Returns why a value is not valid against a schema (draft-07 with keywords of 2019-09 and 2020-12); empty if
 * it is valid.
 */
export function checkSchema(
  schema: unknown,
  value: unknown,
  options: CheckOptions = {},
): readonly SchemaIssue[] {
  const walk = new SchemaWalk(
    options.resolve ? options : { ...options, resolve: pointerResolver(schema) },
  )
  const root: At = { pointer: options.pointer ?? '', schemaPointer: '', level: 0 }
  walk.visit(schema, value, root)
  if (options.effort) options.effort.left -= walk.visits
  // The budget may have run out inside an alternative, whose issues were discarded.
  if (walk.isSpent && walk.issues.length === 0)
    walk.report(root, 'size', 'is too large to validate')
  return walk.issues
}

/** A schema and its traits. */
interface Known {
  readonly schema: SchemaObject
  readonly traits: Traits
}

/** One validation: its issues and limits. */
class SchemaWalk extends Findings implements Walk {
  readonly path: unknown[] = []
  visits = 0
  readonly #most: number
  #depth = 0
  /** Schemas being applied, with the level of the value, to detect references that form a cycle. */
  #open: Map<unknown, number | undefined> | undefined

  constructor(options: CheckOptions) {
    super(options)
    this.#most = Math.min(MAX_VISITS, options.effort?.left ?? MAX_VISITS)
  }

  get isSpent(): boolean {
    return this.visits > this.#most
  }

  get isDone(): boolean {
    return this.isFull || this.isSpent
  }

  visit(schema: unknown, value: unknown, at: At): Seen {
    if (!isRecord(schema)) {
      if (schema === false) this.report(at, 'false', 'is not allowed')
      return nothing
    }
    return this.#look({ schema, traits: traitsOf(schema) }, value, at)
  }

  #look({ schema, traits }: Known, value: unknown, at: At): Seen {
    // OpenAPI's keyword, which documents also use with references and alternatives.
    if (value === null && schema['nullable'] === true) return nothing
    const { circles } = traits
    const level = circles ? this.#open?.get(schema) : undefined
    if (circles && level === at.level) return nothing
    if (this.#exhausted(at)) return nothing
    if (circles) (this.#open ??= new Map()).set(schema, at.level)
    this.#depth++
    this.path.push(schema)
    const seen =
      traits.kind === 'reference'
        ? followRef(this, schema, '$ref', { value, at })
        : this.#apply({ schema, traits }, value, at)
    this.path.pop()
    this.#depth--
    if (circles) this.#open?.set(schema, level)
    return seen
  }

  #apply({ schema, traits }: Known, value: unknown, at: At): Seen {
    for (const keyword of traits.scalar) keyword(this, schema, value, at)
    if (traits.kind === 'scalar') return nothing
    const spot = { value, at, evaluated: new Set<string | number>() }
    if (traits.combines) combiningKeywords(this, schema, spot)
    if (traits.hasMembers) objectKeywords(this, schema, spot)
    if (traits.hasItems) arrayKeywords(this, schema, spot)
    return spot.evaluated
  }

  trial(schema: unknown, value: unknown, at: At): Trial {
    const outer = this.issues
    this.issues = []
    const evaluated = this.visit(schema, value, at)
    const { issues } = this
    this.issues = outer
    return { issues, evaluated }
  }

  #exhausted(at: At): boolean {
    // Values that are too deep count as visits, too.
    this.visits++
    if (this.#depth >= (this.options.maxDepth ?? 200)) {
      this.report(at, 'depth', 'is nested too deeply')
      return true
    }
    return this.isSpent
  }
}
