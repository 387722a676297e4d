import { isRecord } from '../json/values.ts'
import { listOf, recordOf } from '../json/values.ts'
import type { Resolve, SchemaObject } from '../types.ts'

/** Number of schemas after which a schema is assumed to repeat. */
const MAX_SCHEMAS = 500

/**
 * Whether a schema may apply to a value that it already applies to: through references and combinators, which apply
 * schemas to the same value.
 */
export function repeats(schema: unknown, resolve: Resolve): boolean {
  const seen = new Set<unknown>()
  const queue = [schema].filter(isRecord)
  for (let next = queue.pop(); next; next = queue.pop()) {
    for (const inner of appliedBeside(next, resolve)) {
      if (inner === schema || inner === anything || seen.size > MAX_SCHEMAS) return true
      if (isRecord(inner) && !seen.has(inner)) queue.push(inner)
      seen.add(inner)
    }
  }
  return false
}

/** The target of a dynamic reference, which depends on the references that lead to it. */
const anything = Symbol('any schema')

function appliedBeside(schema: SchemaObject, resolve: Resolve): readonly unknown[] {
  const { $ref, $dynamicRef, $recursiveRef, allOf, anyOf, oneOf } = schema
  return [
    ...(typeof $ref === 'string' ? [resolve($ref, schema)] : []),
    ...($dynamicRef === undefined && $recursiveRef === undefined ? [] : [anything]),
    ...[allOf, anyOf, oneOf].flatMap(listOf),
    ...['not', 'if', 'then', 'else'].map((name) => schema[name]),
    ...['dependentSchemas', 'dependencies'].flatMap((name) =>
      Object.values(recordOf(schema[name])),
    ),
  ]
}
