import { isRecord } from '../json/values.ts'
import { isAnnotation } from '../keywords/table.ts'
import type { Resolve, SchemaObject } from '../types.ts'

/** Whether a schema consists of a reference and, at most, annotations. */
export function isReference(schema: SchemaObject): boolean {
  return (
    typeof schema['$ref'] === 'string' &&
    Object.keys(schema).every((name) => name === '$ref' || isAnnotation(name))
  )
}

/** Follows references without other keywords. Returns undefined if the references form a cycle. */
export function behindReferences(schema: unknown, resolve: Resolve): unknown {
  const met = new Set<unknown>()
  let here = schema
  while (isRecord(here) && isReference(here)) {
    if (met.has(here)) return undefined
    met.add(here)
    here = resolve(String(here['$ref']), here)
  }
  return here
}
