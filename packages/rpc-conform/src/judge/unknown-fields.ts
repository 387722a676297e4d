import { isRecord } from '@rpcloom/rpc'
import { checkSchema } from '@rpcloom/rpc/schema'
import {
  dereference,
  escapePart,
  listOf,
  namedSchemas,
  type Resolve,
  type SchemaObject,
} from '@rpcloom/rpc/internal'

const MAX_FOUND = 20
const MAX_DEPTH = 60

/**
 * Returns pointers of members that are valid only because the schema does not mention them. Schemas that are
 * open on purpose (no properties, or rules for other names) are excluded.
 */
export function unknownFields(
  schema: unknown,
  value: unknown,
  resolve: Resolve,
): readonly string[] {
  const found: string[] = []
  look([schema], value, { pointer: '', depth: 0, resolve, found })
  return found
}

interface Look {
  readonly pointer: string
  readonly depth: number
  readonly resolve: Resolve
  readonly found: string[]
}

function look(schemas: readonly unknown[], value: unknown, at: Look): void {
  if (at.depth > MAX_DEPTH || at.found.length >= MAX_FOUND) return
  if (typeof value !== 'object' || value === null) return
  const parts = schemas.flatMap((schema) => partsOf(schema, value, at, 0))
  if (Array.isArray(value)) {
    const items = value as readonly unknown[]
    for (const [index, item] of items.entries()) {
      look(itemSchemas(parts, index), item, inside(at, index))
    }
    return
  }
  if (isRecord(value)) lookAtMembers(parts, value, at)
}

function lookAtMembers(
  parts: readonly SchemaObject[],
  value: Readonly<Record<string, unknown>>,
  at: Look,
): void {
  const isClosed = parts.some((part) => isRecord(part['properties']))
  const others = parts.flatMap(({ additionalProperties, unevaluatedProperties }) =>
    [additionalProperties, unevaluatedProperties].filter((rule) => rule !== undefined),
  )
  for (const [name, member] of Object.entries(value)) {
    const known = parts.flatMap((part) => namedSchemas(part, name))
    if (known.length > 0) look(known, member, inside(at, name))
    else if (others.length > 0) look(others, member, inside(at, name))
    else if (isClosed) at.found.push(`${at.pointer}/${escapePart(name)}`)
  }
}

function inside(at: Look, part: string | number): Look {
  return { ...at, pointer: `${at.pointer}/${escapePart(String(part))}`, depth: at.depth + 1 }
}

/** Returns a schema with all schemas that it refers to and combines, as far as they apply to the value. */
function partsOf(schema: unknown, value: unknown, at: Look, hops: number): readonly SchemaObject[] {
  const found = dereference(schema, at.resolve)
  if (!isRecord(found) || hops > MAX_DEPTH) return []
  const { resolve } = at
  const more = (inner: unknown): readonly SchemaObject[] => partsOf(inner, value, at, hops + 1)
  const fitting = (list: unknown): readonly unknown[] =>
    listOf(list).filter((one) => checkSchema(one, value, { resolve, maxIssues: 1 }).length === 0)
  return [
    found,
    ...listOf(found['allOf']).flatMap(more),
    ...fitting(found['anyOf']).flatMap(more),
    ...fitting(found['oneOf']).flatMap(more),
    ...['if', 'then', 'else'].flatMap((keyword) =>
      found[keyword] === undefined ? [] : fitting([found[keyword]]).flatMap(more),
    ),
  ]
}

function itemSchemas(parts: readonly SchemaObject[], index: number): readonly unknown[] {
  return parts.flatMap(({ items, prefixItems }) => {
    const list = Array.isArray(items) ? items : prefixItems
    const own: unknown = Array.isArray(list) ? list[index] : undefined
    if (own !== undefined) return [own]
    return items === undefined || Array.isArray(items) ? [] : [items]
  })
}
