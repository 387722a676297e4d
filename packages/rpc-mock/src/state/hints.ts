import { checkSchema } from '@rpcloom/rpc/schema'
import { hintsSchema } from './hints-schema.ts'

/** An error that the document lists for the method: by its `x-reason` or its code. */
export type ErrorName = string | number

/** A record that a call refers to. */
export interface Requirement {
  readonly collection: string
  /** Param that identifies the record. */
  readonly key: string
  /** By param: the error if its value differs from the record's. */
  readonly matches?: Readonly<Record<string, ErrorName>>
  /** The error if there is no such record. */
  readonly missing?: ErrorName
}

/** `creates`: each call adds a record to a collection. */
export interface Creation {
  readonly collection: string
  /**
   * Param that identifies the record. Instead, `result` names a member of the result (`''` for the whole
   * result).
   */
  readonly key?: string
  readonly result?: string
  /** The error if such a record already exists. */
  readonly exists?: ErrorName
  /** Each call creates another record, whatever its params. */
  readonly fresh?: boolean
}

/** `finds`: the call returns a record of a collection. */
export interface Lookup extends Requirement {
  /** States of the record, one step per lookup; the last one stays. */
  readonly states?: readonly string[]
  /** Member of the result that holds the state; `''` for the whole result. */
  readonly member?: string
  /** The state of a record that was never created. */
  readonly unknown?: string
}

/** `lists`: the call returns the records of a collection. */
export interface Listing {
  readonly collection: string
  /** Member of the result that holds the list; with `x-pagination`, that of the page. */
  readonly items?: string
  /** Member of a record that is listed; without it, an item is generated from all members. */
  readonly item?: string
}

/** `counts`: the result contains a number that increases. */
export interface Counting {
  readonly counter: string
  /** Member of the result that holds the number; the whole result without it. */
  readonly member?: string
  /** Increment per call that reads it: 1 by default. */
  readonly step?: number
}

/** `moves`: the call changes a state. */
export interface Move {
  /** Name of what changes its state. */
  readonly thing: string
  readonly from?: string
  readonly to: string
  /** The error if it is in a state other than `from`. */
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
  /** Counters that a call increments. */
  readonly advances?: readonly string[]
  readonly moves?: Move
  /** Number of items of the generated collection of a method with `x-pagination`: 25 by default. */
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

/** Returns the hints of a document. Malformed ones are ignored; lint reports them. */
export function hintsOf(declared: unknown): MockHints {
  if (declared === undefined || checkSchema(hintsSchema, declared, { maxIssues: 1 }).length > 0)
    return none
  return declared as MockHints
}
