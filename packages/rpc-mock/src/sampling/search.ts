import type { Effort, Resolve, SchemaObject } from '@rpcloom/rpc/internal'
import type { Random } from '@rpcloom/rpc/internal'

/** What becomes of one attempt at a value. */
export type Outcome =
  | { readonly kind: 'value'; readonly value: unknown }
  /** Nothing can be a value here; `reason` says which keywords contradict each other. */
  | { readonly kind: 'impossible'; readonly reason: string }
  /** The search ended before something was found. */
  | { readonly kind: 'missed'; readonly reason: string }

/** What the smallest value of a schema needs. */
export interface Need {
  /** How deep it is nested: 0 for a scalar. */
  readonly height: number
  /** The number of its values, those inside included; a text counts by its length, too. */
  readonly size: number
}

/** Characters of a text that count as much as one value. */
export const CHARACTERS = 20

/** What all searches for one sample share. */
export interface Quest {
  readonly resolve: Resolve
  /** What they may still look at together: alternatives inside of each other ask for a number without end. */
  readonly effort: Effort
  /** Whether values are to differ by seed, even where the schema has examples. */
  readonly isVaried: boolean
  /** By schema, what its smallest value needs. */
  readonly needs: Map<unknown, Need>
  /** By list of exclusive alternatives, those of which some value fits no other. */
  readonly distinct: Map<unknown, readonly unknown[]>
}

/** One search for a value: what it may cost, and what every part of it needs. */
export interface Search extends Quest {
  readonly random: Random
  /** Values that may still be begun; a union of unions could ask for a number without end. */
  left: number
  /** With fewer left, only what must be there is made. */
  readonly reserve: number
  /** Below this depth, too, which ends recursive schemas. */
  readonly fullDepth: number
  /** Whether a value that does not fit is better than none. */
  readonly isForced: boolean
}

/** Where in the value the search is. */
export interface Place {
  readonly search: Search
  readonly depth: number
  /** Schemas that led here, outermost first: what dynamic references look back at. */
  readonly path: readonly unknown[]
  /** Makes a value that all of some schemas accept, one level further down. */
  readonly inner: (schemas: readonly unknown[]) => Outcome
  /** Whether this attempt leaves out what may be left out. */
  readonly isSparse: boolean
}

export const MAX_DEPTH = 24

/** Whether what may be left out is made, too. */
export function isFull({ search, depth, isSparse }: Place): boolean {
  return depth < search.fullDepth && !isSparse && search.left > search.reserve
}

export function impossible(reason: string): Outcome {
  return { kind: 'impossible', reason }
}

export function missed(reason: string): Outcome {
  return { kind: 'missed', reason }
}

export function found(value: unknown): Outcome {
  return { kind: 'value', value }
}

/** Takes a text, or a value of the document, from what a search may still make. */
export function spend(search: Search, value: unknown): void {
  if (search.left <= 0) return
  search.left -= typeof value === 'string' ? value.length / CHARACTERS : 1
  if (typeof value !== 'object' || value === null) return
  for (const inner of Object.values(value)) spend(search, inner)
}

/** Numbers that a keyword has in several schemas; one that a double cannot hold is as near as a double comes. */
export function numbersOf(schemas: readonly SchemaObject[], keyword: string): number[] {
  return schemas.flatMap(({ [keyword]: value }) =>
    typeof value === 'number' || typeof value === 'bigint' ? [Number(value)] : [],
  )
}

/** A list in an order that the seed decides. */
export function shuffled<T>(list: readonly T[], random: Random): T[] {
  return list
    .map((item) => ({ item, rank: random.next() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ item }) => item)
}
