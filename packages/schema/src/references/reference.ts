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

/** Targets by schema, for each document: a chain of references is followed once. */
const targets = new WeakMap<Resolve, Map<unknown, unknown>>()

/** Follows references without other keywords. Returns undefined if the references form a cycle. */
export function behindReferences(schema: unknown, resolve: Resolve): unknown {
  if (!isRecord(schema) || !isReference(schema)) return schema
  const known = targets.get(resolve) ?? new Map<unknown, unknown>()
  targets.set(resolve, known)
  const met = new Set<unknown>()
  let here: unknown = schema
  while (isRecord(here) && isReference(here) && !known.has(here) && !met.has(here)) {
    met.add(here)
    here = resolve(String(here['$ref']), here)
  }
  const target = known.has(here) ? known.get(here) : met.has(here) ? undefined : here
  for (const one of met) known.set(one, target)
  return target
}
