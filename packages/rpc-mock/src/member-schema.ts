import { isRecord } from '@rpcloom/rpc'
import {
  dereference,
  itemSchemas,
  listOf,
  recordOf,
  type Resolve,
  type SchemaObject,
} from '@rpcloom/schema/internal'

/** Returns a schema and the schemas in its `allOf`, `anyOf` and `oneOf`, with references resolved. */
export function combinedSchemas(schema: unknown, resolve: Resolve): readonly SchemaObject[] {
  const found = new Set<SchemaObject>()
  const queue = [schema]
  for (const one of queue) {
    const target = dereference(one, resolve)
    if (!isRecord(target) || found.has(target)) continue
    found.add(target)
    for (const keyword of ['allOf', 'anyOf', 'oneOf'])
      for (const inner of listOf(target[keyword])) queue.push(inner)
  }
  return [...found]
}

/**
 * Returns the schema of a member (by name) or an item (by index); `undefined` if there is none. Uses the
 * first of several combined schemas that declares the member.
 */
export function memberSchema(schema: unknown, part: string | number, resolve: Resolve): unknown {
  const declared = declaredMember(schema, part, resolve)
  if (declared !== undefined || typeof part === 'number') return declared
  return recordOf(dereference(schema, resolve))['additionalProperties']
}

/** Like `memberSchema`, but ignores `additionalProperties`. */
export function declaredMember(schema: unknown, part: string | number, resolve: Resolve): unknown {
  for (const one of combinedSchemas(schema, resolve)) {
    const own = typeof part === 'number' ? itemSchema(one, part) : propertySchema(one, part)
    if (own !== undefined) return own
  }
  return undefined
}

export function memberNames(schema: unknown, resolve: Resolve): readonly string[] {
  const names = combinedSchemas(schema, resolve).flatMap(({ properties }) =>
    Object.keys(recordOf(properties)),
  )
  return [...new Set(names)]
}

function propertySchema({ properties }: SchemaObject, name: string): unknown {
  return isRecord(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined
}

function itemSchema(schema: SchemaObject, index: number): unknown {
  const { first, rest } = itemSchemas(schema)
  return index < first.length ? first[index] : rest
}
