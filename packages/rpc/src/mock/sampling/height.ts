import { isRecord } from '../../json-rpc.ts'
import type { SchemaObject } from '../../schema/types.ts'
import { listOf, type Search } from './search.ts'
import { typesOf } from './value-type.ts'

/** Schemas by how deep their smallest values are nested, the flattest first. */
export function byHeight(schemas: readonly unknown[], search: Search): readonly unknown[] {
  return schemas
    .map((schema) => ({ schema, height: heightOf(schema, search, new Set()) }))
    .toSorted((a, b) => a.height - b.height)
    .map(({ schema }) => schema)
}

/** Schemas that are looked at to tell whether one of them is endless. */
const MAX_VISITS = 20_000
/** Deeper than any value: where another type would do, but the keywords are those of an object. */
const UNLIKELY = 1e6

/** Whether every value of a schema would have to hold another one, and so on without end. */
export function isEndless(schema: unknown, search: Search): boolean {
  search.visits = 0
  return heightOf(schema, search, new Set()) === Infinity && search.visits < MAX_VISITS
}

/** An estimate that orders what is tried: what is met again on the way is taken for endless. */
function heightOf(schema: unknown, search: Search, open: Set<unknown>): number {
  if (!isRecord(schema)) return 0
  const known = search.heights.get(schema)
  if (known !== undefined) return known
  if (open.has(schema) || search.visits++ >= MAX_VISITS) return Infinity
  open.add(schema)
  const of = (inner: unknown): number => heightOf(inner, search, open)
  const height = Math.max(ownHeight(schema, of), ...combined(schema, search, of))
  open.delete(schema)
  // Endless only for what was on the way, unless nothing was.
  if (height < Infinity || open.size === 0) search.heights.set(schema, height)
  return height
}

function combined(
  schema: SchemaObject,
  search: Search,
  of: (schema: unknown) => number,
): readonly number[] {
  const { $ref: ref } = schema
  const least = (options: readonly unknown[]): number =>
    options.length === 0 ? 0 : Math.min(...options.map(of))
  return [
    typeof ref === 'string' ? of(search.resolve(ref, schema)) : 0,
    ...listOf(schema['allOf']).map(of),
    least(listOf(schema['oneOf'])),
    least(listOf(schema['anyOf'])),
  ]
}

function ownHeight(schema: SchemaObject, of: (schema: unknown) => number): number {
  if ('const' in schema || 'enum' in schema) return 0
  const types = typesOf([schema])
  // Another type than an object or an array ends here.
  if (types?.some((type) => type !== 'object' && type !== 'array')) return 0
  const { properties, items, minItems } = schema
  const members = isRecord(properties) ? properties : {}
  const required = listOf(schema['required']).flatMap((name) =>
    typeof name === 'string' && Object.hasOwn(members, name) ? [of(members[name]) + 1] : [],
  )
  const first = typeof minItems === 'number' && minItems > 0 ? [of(items) + 1] : []
  const height = Math.max(1, ...required, ...first)
  return types === undefined ? Math.min(height - 1, UNLIKELY) : height
}
