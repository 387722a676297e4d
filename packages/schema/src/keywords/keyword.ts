import type { Form } from './forms.ts'

/** What a keyword means. The same file has the rule that checks it. */
export interface Keyword {
  /** The form that its value must have. Absent: any value, or a schema. */
  readonly form?: Form
  /** Returns why draft 7 rejects a value that has the form. OpenRPC's meta-schema requires draft 7. */
  readonly draft7?: (value: unknown) => string | undefined
  /** How its value contains schemas: as one schema, as a list, by name, or as one or a list. */
  readonly holds?: 'one' | 'list' | 'map' | 'oneOrList'
  /** Whether the schemas that it holds or refers to apply to the value itself, and not to a member, item or name. */
  readonly isInPlace?: true
  /** Whether it evaluates members or items for `unevaluatedProperties` and `unevaluatedItems` only in some values. */
  readonly mayEvaluate?: true
  /**
   * The type whose values it limits; values of other types are valid. A schema without `type` is meant for
   * this type.
   */
  readonly of?: 'array' | 'number' | 'object' | 'string'
  /**
   * Set for a limit of a number, length or count. Its value is a number, `diff` compares it, and samples keep it
   * without a check.
   */
  readonly limit?: Limit
  /** Set if `diff` knows which of two values is narrower, and samples keep it without a check, as for a limit. */
  readonly isOrdered?: true
  /** An annotation describes values, and an identifier names schemas; neither restricts values. */
  readonly kind?: 'annotation' | 'identifier'
  /** Returns a regular expression that its strings match, for samples. */
  readonly pattern?: (value: unknown) => string | undefined
  /** Describes it to readers, if its value says something. Limits of lengths and counts need no label. */
  readonly label?: (value: unknown) => string | undefined
  /** Word for what is inside, in names made from a path. */
  readonly noun?: string
  /** Whether views merge it, so that readers of views need not know it. */
  readonly isMerged?: true
}

export interface Limit {
  readonly side: 'least' | 'most'
  /** What is counted, in words for a reader; absent for the number itself. */
  readonly unit?: string
  readonly isExclusive?: true
  /** Value that applies if the keyword is absent. */
  readonly absent?: number
}

export type KeywordTable = Readonly<Record<string, Keyword>>
