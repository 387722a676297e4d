import { isRecord } from '@rpcloom/rpc'
import {
  escapePart,
  listOf,
  namedSchemas,
  type Resolve,
  type SchemaObject,
} from '@rpcloom/rpc/internal'

/** Maximum nesting of a value. */
const MAX_DEPTH = 60
/** Maximum number of schemas for one value. */
const MAX_SCHEMAS = 500

/** A value or a part of it, with all schemas that apply to it. */
export interface VisitedValue {
  readonly pointer: string
  readonly value: unknown
  readonly schemas: readonly SchemaObject[]
}

interface Walk {
  readonly resolve: Resolve
  /** Whether an alternative applies to a value. By default, all alternatives may apply. */
  readonly applies?: (schema: unknown, value: unknown) => boolean
  /** Called for each value. Returns whether to continue with its members and items. */
  readonly visit: (part: VisitedValue) => boolean
}

/** Visits a value and its parts, with the schemas that apply to them. Follows references and alternatives. */
export function walkSchemas(schema: unknown, value: unknown, walk: Walk): void {
  look([schema], value, { walk, pointer: '', depth: 0 })
}

interface Place {
  readonly walk: Walk
  readonly pointer: string
  readonly depth: number
}

function look(schemas: readonly unknown[], value: unknown, { walk, pointer, depth }: Place): void {
  if (depth > MAX_DEPTH || value === null || value === undefined) return
  const found = new Set<SchemaObject>()
  for (const schema of schemas) gather(schema, value, { walk, into: found })
  const parts = [...found]
  if (!walk.visit({ pointer, value, schemas: parts })) return
  const inside = (part: string | number): Place => ({
    walk,
    pointer: `${pointer}/${escapePart(String(part))}`,
    depth: depth + 1,
  })
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      look(itemSchemas(parts, index), item, inside(index))
  } else if (isRecord(value)) {
    for (const [name, member] of Object.entries(value))
      look(memberSchemas(parts, name), member, inside(name))
  }
}

function gather(
  schema: unknown,
  value: unknown,
  found: { readonly walk: Walk; readonly into: Set<SchemaObject> },
): void {
  const { walk, into } = found
  if (!isRecord(schema) || into.has(schema) || into.size >= MAX_SCHEMAS) return
  into.add(schema)
  const { $ref, allOf, anyOf, oneOf } = schema
  if (typeof $ref === 'string') gather(walk.resolve($ref, schema), value, found)
  for (const one of listOf(allOf)) gather(one, value, found)
  const branches = ['if', 'then', 'else'].flatMap((word) => (word in schema ? [schema[word]] : []))
  for (const one of [...listOf(anyOf), ...listOf(oneOf), ...branches]) {
    if (walk.applies?.(one, value) ?? true) gather(one, value, found)
  }
}

/** Returns the schemas of a member: those that declare its name, else those for undeclared members. */
export function memberSchemas(schemas: readonly SchemaObject[], name: string): readonly unknown[] {
  return schemas.flatMap((schema) => {
    const named = namedSchemas(schema, name)
    if (named.length > 0) return named
    const { additionalProperties, unevaluatedProperties } = schema
    return [additionalProperties, unevaluatedProperties].filter((rule) => rule !== undefined)
  })
}

/** Returns the schemas of the item at an index. Before 2020-12, a tuple was an array in `items`. */
function itemSchemas(schemas: readonly SchemaObject[], index: number): readonly unknown[] {
  return schemas.map(({ items, prefixItems }) => {
    const tuple = listOf(Array.isArray(items) ? items : prefixItems)
    return tuple[index] ?? (Array.isArray(items) ? undefined : items)
  })
}
