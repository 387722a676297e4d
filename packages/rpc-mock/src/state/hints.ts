import { checkSchema } from '@rpcloom/rpc/schema'
import { hintsSchema } from './hints-schema.ts'

/** An error that the document lists for the method: by the name in its `x-reason`, or by its code. */
export type ErrorName = string | number

/** A record that a call is about. */
export interface Requirement {
  readonly collection: string
  /** Param that tells records apart. */
  readonly key: string
  /** By param: the error where its value is another than the record's. */
  readonly matches?: Readonly<Record<string, ErrorName>>
  /** The error where there is no such record. */
  readonly missing?: ErrorName
}

export interface Creation {
  readonly collection: string
  /** Param that tells records apart; in its place `result` names a member of the result, or with `''` all of it. */
  readonly key?: string
  readonly result?: string
  /** The error where there is such a record already. */
  readonly exists?: ErrorName
  /** Each call makes another record, whatever its params. */
  readonly fresh?: boolean
}

export interface Lookup extends Requirement {
  /** What the record is in, one step for each call that asks; the last one stays. */
  readonly states?: readonly string[]
  /** Member of the result that holds the state, or with `''` all of it. */
  readonly member?: string
  /** The state of what was never created. */
  readonly unknown?: string
}

export interface Listing {
  readonly collection: string
  /** Member of the result that holds the list; with `x-pagination` that of the page. */
  readonly items?: string
  /** Member of a record that stands for it; without it an item is made of all its members. */
  readonly item?: string
}

export interface Counting {
  readonly counter: string
  /** Member of the result that holds the number; all of the result without it. */
  readonly member?: string
  /** How much it rises with each call that reads it: 1 unless given. */
  readonly step?: number
}

export interface Move {
  /** What changes its state. */
  readonly thing: string
  readonly from?: string
  readonly to: string
  /** The error where it is in another state than `from`. */
  readonly otherwise?: ErrorName
}

/** `x-mock` of a method. */
export interface MockHints {
  readonly requires?: Requirement
  readonly creates?: Creation
  readonly finds?: Lookup
  readonly lists?: Listing
  readonly deletes?: Requirement
  readonly counts?: Counting
  /** Counters that a call raises by one. */
  readonly advances?: readonly string[]
  readonly moves?: Move
  /** How many items the made collection has that a method with `x-pagination` pages through: 25 unless given. */
  readonly size?: number
  /** On a schema: see `Lookup`. */
  readonly states?: readonly string[]
  readonly member?: string
  readonly unknown?: string
  /** On a schema: the number is that of a counter. */
  readonly counter?: string
  readonly step?: number
}

const none: MockHints = {}

/** The hints that a document gives; malformed ones, which lint reports, are none. */
export function hintsOf(said: unknown): MockHints {
  if (said === undefined || checkSchema(hintsSchema, said, { maxIssues: 1 }).length > 0) return none
  return said as MockHints
}
