import { scalarKeywordsOf, type ScalarKeyword } from './scalar.ts'
import type { SchemaObject } from './types.ts'

/** What a walk has to know of a schema before it looks at a value, found out once. */
export interface Traits {
  /** Whether it says nothing but what a scalar has to be, or only refers to another schema. */
  readonly kind: 'scalar' | 'reference' | 'other'
  /** Whether it can lead back to itself without a step into the value. */
  readonly circles: boolean
  readonly scalar: readonly ScalarKeyword[]
  /** Whether any keyword of the family is there. */
  readonly combines: boolean
  readonly hasMembers: boolean
  readonly hasItems: boolean
}

/** Keywords that hold other schemas for the same value. */
const combining = [
  '$ref',
  '$dynamicRef',
  '$recursiveRef',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
] as const

const ofMembers = [
  'properties',
  'required',
  'additionalProperties',
  'patternProperties',
  'propertyNames',
  'minProperties',
  'maxProperties',
  'dependencies',
  'dependentRequired',
  'dependentSchemas',
  'unevaluatedProperties',
] as const

const ofItems = [
  'items',
  'minItems',
  'maxItems',
  'prefixItems',
  'additionalItems',
  'contains',
  'uniqueItems',
  'unevaluatedItems',
] as const

const known = new WeakMap<SchemaObject, Traits>()

/** The traits of a schema, which nobody changes once it was looked at. */
export function traitsOf(schema: SchemaObject): Traits {
  const found = known.get(schema)
  if (found) return found
  const made = classify(schema)
  known.set(schema, made)
  return made
}

function classify(schema: SchemaObject): Traits {
  const has = (keyword: string): boolean => keyword in schema
  const combines = combining.some(has)
  const hasMembers = ofMembers.some(has)
  const hasItems = ofItems.some(has)
  const other = combines || hasMembers || hasItems ? 'other' : 'scalar'
  return {
    kind: combines && isReference(schema) ? 'reference' : other,
    circles: combines || has('dependentSchemas') || has('dependencies'),
    scalar: scalarKeywordsOf(schema),
    combines,
    hasMembers,
    hasItems,
  }
}

function isReference(schema: SchemaObject): boolean {
  const alone = Object.keys(schema).every((name) => {
    return name === '$ref' || annotations.has(name) || name.startsWith('x-')
  })
  return alone && typeof schema['$ref'] === 'string'
}

/** Keywords that say nothing about what fits. */
const annotations: ReadonlySet<string> = new Set([
  '$comment',
  'title',
  'description',
  'default',
  'deprecated',
  'example',
  'examples',
  'readOnly',
  'writeOnly',
])
