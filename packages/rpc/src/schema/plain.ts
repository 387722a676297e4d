import { isRecord } from '../json-rpc.ts'
import { checkCount, type ListAt } from './array.ts'
import { Findings } from './findings.ts'
import type { ScalarKeyword } from './scalar.ts'
import { traitsOf } from './traits.ts'
import { step, type At, type CheckOptions, type Resolve, type SchemaObject } from './types.ts'

/**
 * A schema that bounds a scalar, or a list of what is plain itself: most params. What there is to look at is
 * found out once, so that no walk is needed.
 */
export interface Plain {
  readonly schema: SchemaObject
  readonly keywords: readonly ScalarKeyword[]
  /** The references that lead to it, as part of a schema pointer: `/$ref`. */
  readonly through: string
  /** The same for the items of a list: `items/$ref`. */
  readonly asItem: string
  /** What the items of a list have to be. */
  readonly items: Plain | undefined
  /** Whether `null` fits whatever else is said. */
  readonly nullable: boolean
}

/** Longer chains of references, and deeper lists, are left to the walk, which knows of circles. */
const MAX_HOPS = 4
const MAX_DEPTH = 4
/** Values looked at; the walk bounds what there are more of. */
const MAX_VISITS = 1000

/** A schema read as a plain one; `undefined` where it asks for more. */
export function plainOf(schema: unknown, resolve: Resolve, depth = 0): Plain | undefined {
  let here = schema
  let through = ''
  for (let hops = 0; isRecord(here) && traitsOf(here).kind === 'reference'; hops++) {
    if (hops === MAX_HOPS) return undefined
    here = resolve(String(here['$ref']), here)
    through += '/$ref'
  }
  if (!isRecord(here) || depth > MAX_DEPTH) return undefined
  const { kind, hasMembers, hasItems, scalar: keywords } = traitsOf(here)
  if (kind !== 'leaf' || hasMembers) return undefined
  const items = hasItems ? itemsOf(here, resolve, depth) : undefined
  if (hasItems && !items) return undefined
  const nullable = here['nullable'] === true
  return { schema: here, keywords, through, asItem: `items${through}`, items, nullable }
}

const beyondItems = [
  'prefixItems',
  'additionalItems',
  'contains',
  'uniqueItems',
  'unevaluatedItems',
] as const

function itemsOf(schema: SchemaObject, resolve: Resolve, depth: number): Plain | undefined {
  if (beyondItems.some((keyword) => keyword in schema)) return undefined
  return plainOf(schema['items'], resolve, depth + 1)
}

/** Looks at values by plain schemas; finds what the walk would find. */
export class PlainCheck extends Findings {
  readonly #fitting: CheckOptions['fittingItems']
  #visits = 0

  constructor(options: CheckOptions) {
    super(options)
    this.#fitting = options.fittingItems
  }

  /** Looks at one value; `false`, with nothing reported, where that is a matter for the walk. */
  look(plain: Plain, value: unknown, at: At): boolean {
    const before = this.issues.length
    this.#visits = 0
    this.#visit(plain, value, plain.through === '' ? at : step(at, plain.through.slice(1)))
    if (this.#visits <= MAX_VISITS) return true
    this.issues.length = before
    return false
  }

  #visit(plain: Plain, value: unknown, at: At): void {
    const { schema, keywords, items, nullable } = plain
    this.#visits++
    if (nullable && value === null) return
    for (let index = 0; index < keywords.length; index++) keywords[index]?.(this, schema, value, at)
    if (items && Array.isArray(value)) this.#visitItems(plain, items, { items: value, at })
  }

  #visitItems({ schema }: Plain, item: Plain, list: ListAt): void {
    if (!checkCount(this, schema, list)) return
    const { items, at } = list
    for (let index = this.#fitting?.(items) ?? 0; index < items.length; index++) {
      if (this.#visits > MAX_VISITS) return
      this.#visit(item, items[index], step(at, item.asItem, index))
    }
  }
}
