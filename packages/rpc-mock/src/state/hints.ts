import { isValid } from '@rpcloom/schema/internal'

/** An error that the document lists for the method, given by `x-reason` or code. */
export type ErrorName = string | number

/** A record that a call refers to. */
export interface Requirement {
  readonly collection: string
  /** Param that identifies the record. */
  readonly key: string
  /**
   * Names of params whose values must equal the record's members of the same name. The value of each name is
   * the error to return if they differ.
   */
  readonly matches?: Readonly<Record<string, ErrorName>>
  /** The error if the record does not exist. */
  readonly missing?: ErrorName
}

/** `creates`: each call adds a record to a collection. */
export interface Creation {
  readonly collection: string
  /**
   * Param that identifies the record. Alternatively, `result` names the result member that identifies the
   * record (`''` for the whole result).
   */
  readonly key?: string
  readonly result?: string
  /** The error if the record already exists. */
  readonly exists?: ErrorName
  /** Whether each call creates a new record, even with the same params. */
  readonly fresh?: boolean
}

/** `finds`: the call returns a record of a collection. */
export interface Lookup extends Requirement {
  /** States of the record in order. Each lookup advances to the next state and stays at the last state. */
  readonly states?: readonly string[]
  /** Member of the result that contains the state; `''` for the whole result. */
  readonly member?: string
  /** State to return for a record that was never created. */
  readonly unknown?: string
}

/** `lists`: the call returns the records of a collection. */
export interface Listing {
  readonly collection: string
  /**
   * Member of the result that contains the list. With `x-pagination`, the default is the member that contains
   * the items of the page.
   */
  readonly items?: string
  /**
   * Member of a record to use as the list item. Without `item`, an item is generated from all members of the
   * record.
   */
  readonly item?: string
}

/** `counts`: the result contains a number that increases. */
export interface Counting {
  readonly counter: string
  /** Member of the result that contains the number. Without `member`, the whole result is the number. */
  readonly member?: string
  /** Increment for each call that returns the counter: 1 by default. */
  readonly step?: number
}

/** `moves`: the call sets a state. */
export interface Move {
  /** Name of the object whose state the call sets. */
  readonly thing: string
  readonly from?: string
  readonly to: string
  /** The error if the current state is not `from`. */
  readonly otherwise?: ErrorName
}

/** The hints of a method (`x-mock`). */
export interface MockHints {
  readonly requires?: Requirement
  readonly creates?: Creation
  readonly finds?: Lookup
  readonly lists?: Listing
  readonly deletes?: Requirement
  readonly counts?: Counting
  /** Counters that a call of the method increments. */
  readonly advances?: readonly string[]
  readonly moves?: Move
  /** Total number of items to generate for a method with `x-pagination`: 25 by default. */
  readonly size?: number
  /** Allowed on a schema only: see `Lookup`. */
  readonly states?: readonly string[]
  readonly member?: string
  readonly unknown?: string
  /** Allowed on a schema only: the value that the schema describes is the number of this counter. */
  readonly counter?: string
  readonly step?: number
}

/** Hints by method name. They override the `x-mock` hints of the document. */
export type HintsByMethod = Readonly<Record<string, MockHints | undefined>>

/** Returns the hints of a document. Ignores malformed hints, which lint reports. */
export function hintsOf(declared: unknown): MockHints {
  return declared !== undefined && isValid(hintsSchema, declared, {}) ? (declared as MockHints) : {}
}

const text = { type: 'string', minLength: 1 }
const member = { type: 'string' }
const error = { type: ['string', 'integer'], minLength: 1 }
const states = { type: 'array', minItems: 1, items: text }

const record = {
  collection: text,
  key: text,
  matches: { type: 'object', minProperties: 1, additionalProperties: error },
  missing: error,
}

/** Returns the schema of an object that allows no other members. */
export function closedObject(
  properties: Readonly<Record<string, unknown>>,
  required: readonly string[] = [],
): Readonly<Record<string, unknown>> {
  return {
    type: 'object',
    properties,
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
}

/**
 * Schema of `x-mock`. A test compares it with the published schema of the extension, which also has
 * descriptions.
 */
export const hintsSchema: Readonly<Record<string, unknown>> = {
  ...closedObject({
    requires: closedObject(record, ['collection', 'key']),
    creates: {
      ...closedObject(
        {
          collection: text,
          key: text,
          result: member,
          exists: error,
          fresh: { type: 'boolean' },
        },
        ['collection'],
      ),
      oneOf: [{ required: ['key'] }, { required: ['result'] }],
    },
    finds: closedObject({ ...record, states, member, unknown: text }, ['collection', 'key']),
    lists: closedObject({ collection: text, items: text, item: text }, ['collection']),
    deletes: closedObject(record, ['collection', 'key']),
    counts: closedObject({ counter: text, member, step: { type: 'integer', minimum: 0 } }, [
      'counter',
    ]),
    advances: { type: 'array', minItems: 1, items: text },
    moves: closedObject({ thing: text, from: text, to: text, otherwise: error }, ['thing', 'to']),
    size: { type: 'integer', minimum: 0, maximum: 100_000 },
    states,
    member,
    unknown: text,
    counter: text,
    step: { type: 'integer', minimum: 0 },
  }),
  minProperties: 1,
}
