import { isRecord } from '../json-rpc.ts'

type SchemaObject = Readonly<Record<string, unknown>>

/** One schema that asks for what all of them ask for, as far as keywords can be put together. */
export function mergeSchemas(schemas: readonly SchemaObject[]): SchemaObject {
  return schemas.reduce((all, schema) => {
    const merged: Record<string, unknown> = { ...all }
    for (const [keyword, value] of Object.entries(schema)) {
      merged[keyword] = keyword in all ? both(keyword, all[keyword], value) : value
    }
    return merged
  }, {})
}

function both(keyword: string, first: unknown, second: unknown): unknown {
  if (Array.isArray(first) && Array.isArray(second)) {
    if (keyword === 'required')
      return [...new Set([...(first as unknown[]), ...(second as unknown[])])]
    if (keyword === 'enum') return first.filter((value) => second.includes(value))
    if (keyword === 'allOf') return [...(first as unknown[]), ...(second as unknown[])]
  }
  if (isRecord(first) && isRecord(second)) {
    if (keyword === 'properties') return mergeMembers(first, second)
    return { allOf: [first, second] }
  }
  if (typeof first === 'number' && typeof second === 'number') {
    if (/^(exclusiveM|m)in/.test(keyword)) return Math.max(first, second)
    if (/^(exclusiveM|m)ax/.test(keyword)) return Math.min(first, second)
  }
  return keyword === 'additionalProperties' && first === false ? false : second
}

function mergeMembers(first: SchemaObject, second: SchemaObject): SchemaObject {
  const members: Record<string, unknown> = { ...first }
  for (const [name, schema] of Object.entries(second)) {
    members[name] = name in first ? { allOf: [first[name], schema] } : schema
  }
  return members
}

/** The schema without the keywords that `flatten` takes apart. */
export function withoutCombiners(schema: SchemaObject): SchemaObject {
  const { $ref: _ref, allOf: _allOf, oneOf: _oneOf, anyOf: _anyOf, ...rest } = schema
  return rest
}
