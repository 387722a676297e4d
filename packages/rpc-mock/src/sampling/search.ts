import {
  CHARACTERS,
  type Effort,
  type Random,
  type Resolve,
  type SchemaObject,
} from '@rpcloom/schema/internal'

/** A generated value, or the reason for a missing value. */
export type Sampled =
  | { readonly kind: 'value'; readonly value: unknown }
  /** No value is valid against the schema. `reason` describes the contradiction. */
  | { readonly kind: 'impossible'; readonly reason: string }
  /** The search reached its limit without finding a value. */
  | { readonly kind: 'missed'; readonly reason: string }

export interface SampleContext {
  readonly resolve: Resolve
  /**
   * Budget shared by all searches. It is necessary because nested alternatives could take exponentially many
   * steps.
   */
  readonly effort: Effort
  /** Whether values differ by seed even if the schema has examples. */
  readonly isVaried: boolean
  /**
   * Distinct alternatives by their list. A distinct alternative has values that no other alternative of the
   * list allows.
   */
  readonly distinct: Map<unknown, readonly unknown[]>
}

export interface Search extends SampleContext {
  readonly random: Random
  /**
   * Number of values that may still be generated. It is limited because nested unions could take
   * exponentially many.
   */
  left: number
  /** If `left` falls to this number, only required members and items are generated. */
  readonly reserve: number
  /** From this depth on, only required members and items are generated, which ends recursive schemas. */
  readonly fullDepth: number
  /** Whether to return an invalid value if no valid value is found. */
  readonly isForced: boolean
}

/** The location of a search in the value that is generated. */
export interface Position {
  readonly search: Search
  readonly depth: number
  /** Enclosing schemas for dynamic references, outermost first. */
  readonly path: readonly unknown[]
  /** Generates a value that is valid against all schemas, one level deeper. */
  readonly inner: (schemas: readonly unknown[]) => Sampled
  readonly isSparse: boolean
  /** Members of the value that are chosen already. */
  readonly draft?: Readonly<Record<string, unknown>>
}

export const MAX_DEPTH = 24

/** Whether optional members and items are generated at a location. */
export function isFull({ search, depth, isSparse }: Position): boolean {
  return depth < search.fullDepth && !isSparse && search.left > search.reserve
}

export function impossible(reason: string): Sampled {
  return { kind: 'impossible', reason }
}

export function missed(reason: string): Sampled {
  return { kind: 'missed', reason }
}

export function found(value: unknown): Sampled {
  return { kind: 'value', value }
}

/** Subtracts the size of a value from the budget. Long strings count as several values. */
export function spend(search: Search, value: unknown): void {
  if (search.left <= 0) return
  search.left -= typeof value === 'string' ? value.length / CHARACTERS : 1
  if (typeof value !== 'object' || value === null) return
  for (const inner of Object.values(value)) spend(search, inner)
}

/** Returns the numbers of a keyword in several schemas, rounded to doubles. */
export function numbersOf(schemas: readonly SchemaObject[], keyword: string): number[] {
  return schemas.flatMap(({ [keyword]: value }) =>
    typeof value === 'number' || typeof value === 'bigint' ? [Number(value)] : [],
  )
}

export function shuffled<T>(list: readonly T[], random: Random): T[] {
  return list
    .map((item) => ({ item, rank: random.next() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ item }) => item)
}
