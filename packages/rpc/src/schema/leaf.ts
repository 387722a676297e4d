import type { Resolve, SchemaObject } from './types.ts'

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

type Kind = 'leaf' | 'reference' | 'other'
const kinds = new WeakMap<SchemaObject, Kind>()

/** Hops to the schema behind references; longer chains are left to the walk, which knows of circles. */
const MAX_HOPS = 4

/**
 * The schema that alone decides about a scalar: itself, or what its references lead to, as long as
 * nothing beside them has a say. `undefined` for the others.
 */
export function leafOf(
  schema: SchemaObject,
  resolve: Resolve | undefined,
): SchemaObject | undefined {
  let here = schema
  for (let hops = 0; hops <= MAX_HOPS; hops++) {
    const kind = kindOf(here)
    if (kind === 'leaf') return here
    if (kind === 'other') return undefined
    const target = resolve?.(here['$ref'] as string, here)
    if (typeof target !== 'object' || target === null || Array.isArray(target)) return undefined
    here = target as SchemaObject
  }
  return undefined
}

/** Whether a schema can lead back to itself without a step into the value. */
export function canCircle(schema: SchemaObject): boolean {
  return kindOf(schema) !== 'leaf' || 'dependentSchemas' in schema || 'dependencies' in schema
}

function kindOf(schema: SchemaObject): Kind {
  const known = kinds.get(schema)
  if (known) return known
  const kind = classify(schema)
  kinds.set(schema, kind)
  return kind
}

function classify(schema: SchemaObject): Kind {
  if (!combining.some((keyword) => keyword in schema)) return 'leaf'
  const alone = Object.keys(schema).every((name) => {
    return name === '$ref' || name === 'title' || name === 'description' || name.startsWith('x-')
  })
  return alone && typeof schema['$ref'] === 'string' ? 'reference' : 'other'
}
