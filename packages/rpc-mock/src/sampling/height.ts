import { isRecord } from '@rpcloom/rpc'
import { type Resolve, type SchemaObject, listOf, recordOf } from '@rpcloom/rpc/internal'
import { type Quest } from './search.ts'
import { typesOf } from './value-type.ts'

/** What is known of documents, by what finds their schemas: a mock makes many values of the same ones. */
const known = new WeakMap<Resolve, Map<unknown, number>>()

/** By schema, how deep its smallest value is nested, as far as somebody has asked. */
export function heightsFor(resolve: Resolve): Map<unknown, number> {
  const heights = known.get(resolve) ?? new Map<unknown, number>()
  known.set(resolve, heights)
  return heights
}

/** Schemas by how deep their smallest values are nested, the flattest first. */
export function byHeight(schemas: readonly unknown[], search: Quest): readonly unknown[] {
  return schemas
    .map((schema) => ({ schema, height: heightOf(schema, search) }))
    .toSorted((a, b) => a.height - b.height)
    .map(({ schema }) => schema)
}

/** Deeper than any value: where another type would do, but the keywords are those of an object. */
const UNLIKELY = 1e6

/** Whether every value of a schema would have to hold another one, and so on without end. */
export function isEndless(schema: unknown, search: Quest): boolean {
  return heightOf(schema, search) === Infinity
}

function heightOf(schema: unknown, search: Quest): number {
  if (!isRecord(schema)) return 0
  if (!search.heights.has(schema)) settle(schema, search)
  return search.heights.get(schema) ?? Infinity
}

/** Estimates made to find out what ends; what is still open then is not called endless. */
const MAX_ESTIMATES = 500_000

/** Heights of a schema and of what its values hold: endless until something shows that they end. */
function settle(schema: SchemaObject, search: Quest): void {
  const { heights } = search
  // The innermost first, until nothing changes.
  const reached = reachable(schema, search).toReversed()
  const height = (inner: unknown): number =>
    isRecord(inner) ? (heights.get(inner) ?? Infinity) : 0
  let estimates = 0
  for (let isSettled = false; !isSettled; estimates += reached.length) {
    isSettled = true
    for (const one of reached) {
      const now = estimate(one, search, height)
      if (now === heights.get(one)) continue
      heights.set(one, now)
      isSettled = false
    }
    if (estimates > MAX_ESTIMATES) {
      for (const one of reached) if (height(one) === Infinity) heights.set(one, UNLIKELY)
      return
    }
  }
}

/** A schema and what its values hold, as far as their heights are not known. */
function reachable(schema: SchemaObject, search: Quest): SchemaObject[] {
  const { heights } = search
  const reached = new Set([schema])
  const reach = (inner: unknown): number => {
    if (isRecord(inner) && !heights.has(inner)) reached.add(inner)
    return 0
  }
  for (const one of reached) estimate(one, search, reach)
  return [...reached]
}

type Of = (schema: unknown) => number

function estimate(schema: SchemaObject, search: Quest, of: Of): number {
  const { $ref: ref } = schema
  return most([
    ownHeight(schema, of),
    typeof ref === 'string' ? of(search.resolve(ref, schema)) : 0,
    ...listOf(schema['allOf']).map(of),
    least(listOf(schema['oneOf']), of),
    least(listOf(schema['anyOf']), of),
  ])
}

function most(heights: readonly number[]): number {
  return heights.reduce((highest, height) => Math.max(highest, height), 0)
}

function least(options: readonly unknown[], of: Of): number {
  return options.length === 0
    ? 0
    : options.reduce((lowest: number, option) => Math.min(lowest, of(option)), Infinity)
}

function ownHeight(schema: SchemaObject, of: Of): number {
  if ('const' in schema || 'enum' in schema) return 0
  const types = typesOf([schema])
  // Another type than an object or an array ends here.
  if (types?.some((type) => type !== 'object' && type !== 'array')) return 0
  const height = most([1, ...membersOf(schema, of), ...itemsOf(schema, of)])
  return types === undefined ? Math.min(height - 1, UNLIKELY) : height
}

/** Heights with the members that an object must have. */
function membersOf(schema: SchemaObject, of: Of): readonly number[] {
  const members = recordOf(schema['properties'])
  const { additionalProperties: further, minProperties, patternProperties } = schema
  const required = listOf(schema['required']).flatMap((name) =>
    typeof name === 'string' && Object.hasOwn(members, name) ? [of(members[name]) + 1] : [],
  )
  const fewest = typeof minProperties === 'number' ? minProperties : 0
  if (fewest < 1 || patternProperties !== undefined) return required
  const declared = Object.values(members).map(of)
  // What may be there beside them, as often as needed.
  const other = further === false ? Infinity : of(further)
  const flattest = declared.filter((height) => height < other).toSorted((a, b) => a - b)
  return [...required, (flattest[fewest - 1] ?? other) + 1]
}

/** Heights with the items that a list must have. */
function itemsOf(schema: SchemaObject, of: Of): readonly number[] {
  const { items, additionalItems, prefixItems, minItems, contains, minContains = 1 } = schema
  const first = Array.isArray(items) ? items : listOf(prefixItems)
  const rest = Array.isArray(items) ? additionalItems : items
  const fewest = typeof minItems === 'number' ? minItems : 0
  return [
    ...first.slice(0, fewest).map((item) => of(item) + 1),
    ...(fewest > first.length ? [of(rest) + 1] : []),
    ...(minContains === 0 ? [] : [of(contains) + 1]),
  ]
}
