import { isRecord, listOf } from './json/values.ts'
import { matches } from './patterns/pattern.ts'
import type { SchemaObject } from './types.ts'

/**
 * Returns the schemas that apply to a member name: the schema in `properties`, and the schemas of all
 * matching patterns in `patternProperties`.
 */
function namedSchemas(schema: SchemaObject, name: string): readonly unknown[] {
  const { properties, patternProperties } = schema
  const own = isRecord(properties) && Object.hasOwn(properties, name) ? [properties[name]] : []
  if (!isRecord(patternProperties)) return own
  const fitting = Object.entries(patternProperties).filter(([pattern]) => matches(pattern, name))
  return [...own, ...fitting.map(([, member]) => member)]
}

/**
 * Returns the schemas that apply to a member of a value. `schemas` are all schemas that apply to the value.
 */
export function memberSchemas(schemas: readonly SchemaObject[], name: string): readonly unknown[] {
  const evaluated = schemas.flatMap((schema) => {
    const named = namedSchemas(schema, name)
    const { additionalProperties } = schema
    return named.length > 0 || additionalProperties === undefined ? named : [additionalProperties]
  })
  if (evaluated.length > 0) return evaluated
  return schemas.flatMap(({ unevaluatedProperties: rest }) => (rest === undefined ? [] : [rest]))
}

/** Returns the schemas of the first items and the schema of all remaining items. */
export function itemSchemas(schema: SchemaObject): {
  readonly first: readonly unknown[]
  readonly rest: unknown
} {
  const { first, rest } = itemKeywords(schema)
  return { first: listOf(schema[first]), rest: schema[rest] }
}

/** Returns the keywords for the first items and for all remaining items. */
export function itemKeywords({ items }: SchemaObject): {
  readonly first: string
  readonly rest: string
} {
  // Before 2020-12, the schemas of a tuple were an array in `items`, and `additionalItems` applied to the
  // remaining items.
  return Array.isArray(items)
    ? { first: 'items', rest: 'additionalItems' }
    : { first: 'prefixItems', rest: 'items' }
}
