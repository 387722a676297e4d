import { isRecord } from '@rpcloom/rpc'
import {
  escapePart,
  itemSchemas,
  listOf,
  memberSchemas,
  type Resolve,
  type SchemaObject,
} from '@rpcloom/schema/internal'

const MAX_DEPTH = 60
const MAX_SCHEMAS = 500

/** A value, or a member or item inside it, with all schemas that apply. */
interface VisitedValue {
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

/**
 * Visits a value and its members and items, with the schemas that apply to each. Follows references and
 * alternatives.
 */
export function walkSchemas(schema: unknown, value: unknown, walk: Walk): void {
  visit([schema], value, { walk, pointer: '', depth: 0 })
}

interface Position {
  readonly walk: Walk
  readonly pointer: string
  readonly depth: number
}

function visit(
  schemas: readonly unknown[],
  value: unknown,
  { walk, pointer, depth }: Position,
): void {
  if (depth > MAX_DEPTH || value === null || value === undefined) return
  const found = new Set<SchemaObject>()
  for (const schema of schemas) collect(schema, value, { walk, into: found })
  const all = [...found]
  if (!walk.visit({ pointer, value, schemas: all })) return
  const inside = (part: string | number): Position => ({
    walk,
    pointer: `${pointer}/${escapePart(String(part))}`,
    depth: depth + 1,
  })
  if (Array.isArray(value)) {
    const items = all.map(itemSchemas)
    for (const [index, item] of value.entries()) {
      const own = items.map(({ first, rest }) => (index < first.length ? first[index] : rest))
      visit(own, item, inside(index))
    }
  } else if (isRecord(value)) {
    for (const [name, member] of Object.entries(value))
      visit(memberSchemas(all, name), member, inside(name))
  }
}

function collect(
  schema: unknown,
  value: unknown,
  found: { readonly walk: Walk; readonly into: Set<SchemaObject> },
): void {
  const { walk, into } = found
  if (!isRecord(schema) || into.has(schema) || into.size >= MAX_SCHEMAS) return
  into.add(schema)
  const { $ref, allOf, anyOf, oneOf } = schema
  if (typeof $ref === 'string') collect(walk.resolve($ref, schema), value, found)
  for (const one of listOf(allOf)) collect(one, value, found)
  const branches = ['if', 'then', 'else'].flatMap((word) => (word in schema ? [schema[word]] : []))
  for (const one of [...listOf(anyOf), ...listOf(oneOf), ...branches]) {
    if (walk.applies?.(one, value) ?? true) collect(one, value, found)
  }
}
