import { isRecord } from '../json/values.ts'
import { keywordOf, schemasIn } from '../keywords/table.ts'
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
    for (const inner of appliedInPlace(next, resolve)) {
      if (inner === schema || inner === anything || seen.size > MAX_SCHEMAS) return true
      if (isRecord(inner) && !seen.has(inner)) queue.push(inner)
      seen.add(inner)
    }
  }
  return false
}

/** The target of a dynamic reference, which depends on the references that lead to it. */
const anything = Symbol('any schema')

function appliedInPlace(schema: SchemaObject, resolve: Resolve): readonly unknown[] {
  return Object.entries(schema).flatMap(([name, value]): readonly unknown[] => {
    const keyword = keywordOf(name)
    if (keyword?.isInPlace !== true) return []
    if (keyword.holds !== undefined) return schemasIn(name, value).map(({ schema: inner }) => inner)
    if (name !== '$ref') return [anything]
    return typeof value === 'string' ? [resolve(value, schema)] : []
  })
}
