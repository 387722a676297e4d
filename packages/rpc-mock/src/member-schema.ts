import {
  dereference,
  inDocument,
  itemSchemas,
  located,
  ownStructure,
  possibleSchemas,
  recordOf,
  type Resolve,
  type SchemaObject,
} from '@rpcloom/schema/internal'

/** Returns the schemas that may apply to a value of a schema, with references resolved. */
export function combinedSchemas(schema: unknown, resolve: Resolve): readonly SchemaObject[] {
  return possibleSchemas([located(schema)], inDocument(resolve)).map(({ json }) => recordOf(json))
}

/**
 * Returns the schema of a member (by name) or an item (by index); `undefined` if there is none. Uses the
 * first of several combined schemas that declares the member.
 */
export function memberSchema(schema: unknown, part: string | number, resolve: Resolve): unknown {
  const declared = declaredMember(schema, part, resolve)
  if (declared !== undefined || typeof part === 'number') return declared
  return ownStructure(dereference(schema, resolve)).additional?.json
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
  const declared = recordOf(properties)
  return Object.hasOwn(declared, name) ? declared[name] : undefined
}

function itemSchema(schema: SchemaObject, index: number): unknown {
  const { first, rest } = itemSchemas(schema)
  return index < first.length ? first[index] : rest
}
