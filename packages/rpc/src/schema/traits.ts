import { scalarKeywordsOf, type ScalarKeyword } from './scalar.ts'
import type { SchemaObject } from './types.ts'

/** Properties of a schema that checks use, computed once. */
export interface Traits {
  /** Whether the schema describes only a scalar, consists only of a reference, or neither. */
  readonly kind: 'scalar' | 'reference' | 'other'
  /** Whether the schema can refer to itself for the same value, through references. */
  readonly mayRecur: boolean
  readonly scalar: readonly ScalarKeyword[]
  /** Whether the schema has keywords that combine schemas, or keywords for members or items. */
  readonly combines: boolean
  readonly hasMembers: boolean
  readonly hasItems: boolean
  /** Whether the schema has `unevaluatedProperties` or `unevaluatedItems`. */
  readonly hasUnevaluated: boolean
}

/** Keywords that apply other schemas to the same value. */
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

/** Returns the traits of a schema. The traits are cached, so the schema must not change afterwards. */
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
    mayRecur: combines || has('dependentSchemas') || has('dependencies'),
    scalar: scalarKeywordsOf(schema),
    combines,
    hasMembers,
    hasItems,
    hasUnevaluated: has('unevaluatedProperties') || has('unevaluatedItems'),
  }
}

function isReference(schema: SchemaObject): boolean {
  const alone = Object.keys(schema).every((name) => {
    return name === '$ref' || annotations.has(name) || name.startsWith('x-')
  })
  return alone && typeof schema['$ref'] === 'string'
}

/** Keywords that do not affect validation. */
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
