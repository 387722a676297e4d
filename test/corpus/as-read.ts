import type { Json, JsonObject } from 'rpcloom/model'

/** Keywords whose rules TypeScript types cannot express, and the reasons. */
const beyondTypes: Readonly<Record<string, string>> = {
  contains: 'a type cannot ask for one item among others',
  dependencies: 'a member that asks for others',
  dependentRequired: 'a member that asks for others',
  dependentSchemas: 'a member that asks for others',
  exclusiveMaximum: 'a range of numbers',
  exclusiveMinimum: 'a range of numbers',
  format: 'the form of a text',
  if: 'a condition on a value',
  maxItems: 'a count',
  maxLength: 'a count',
  maxProperties: 'a count',
  maximum: 'a range of numbers',
  minContains: 'a count',
  minItems: 'a count',
  minLength: 'a count',
  minProperties: 'a count',
  minimum: 'a range of numbers',
  multipleOf: 'a divisor',
  not: 'the absence of something',
  oneOf: 'that no second alternative fits',
  pattern: 'the form of a text',
  patternProperties: 'which names have which type',
  propertyNames: 'the form of a name',
  unevaluatedItems: 'what is left over by others',
  unevaluatedProperties: 'what is left over by others',
  uniqueItems: 'that items differ',
}

/** Returns the keywords of a schema and its subschemas that its type cannot express. */
export function inexpressible(schema: Json): readonly string[] {
  const text = JSON.stringify(schema)
  const found = Object.keys(beyondTypes).filter((keyword) => text.includes(`"${keyword}":`))
  // TypeScript does not distinguish integers, and a literal cannot have this member.
  const others = ['"integer"', '"__proto__"'].filter((word) => text.includes(word))
  // An index signature also applies to the declared members, so it must allow their types.
  const isMixed = text.includes('"additionalProperties":{') && text.includes('"properties":')
  return [...found, ...others, ...(isMixed ? ['additionalProperties'] : [])]
}

const kinds: Readonly<Record<string, readonly string[]>> = {
  object: [
    'properties',
    'additionalProperties',
    'patternProperties',
    'propertyNames',
    'required',
    'minProperties',
    'maxProperties',
  ],
  array: [
    'items',
    'prefixItems',
    'contains',
    'minItems',
    'maxItems',
    'uniqueItems',
    'additionalItems',
  ],
  string: ['pattern', 'minLength', 'maxLength'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
}

/**
 * Returns the schema as its type interprets it: keywords of one type imply this type, a tuple has
 * exactly its items, and members that match no pattern are like the others.
 */
export function asRead(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map((item: Json) => asRead(item))
  if (typeof schema !== 'object' || schema === null) return schema
  const inner = Object.fromEntries(
    Object.entries(schema as JsonObject).map(([name, value]) => [
      name,
      ['const', 'enum', 'required', 'default'].includes(name)
        ? value
        : name === '$ref' && typeof value === 'string'
          ? value.replace(/\/items\/(\d)/g, '/prefixItems/$1')
          : byName.has(name) && typeof value === 'object' && value !== null && !Array.isArray(value)
            ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, asRead(one)]))
            : asRead(value),
    ]),
  )
  return withPatterns(withTuple(withType(inner)))
}

const byName = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'dependencies',
])

function withType(schema: JsonObject): JsonObject {
  if (['type', 'const', 'enum'].some((name) => Object.hasOwn(schema, name))) return schema
  const kind = Object.keys(kinds).find((name) =>
    kinds[name]?.some((keyword) => Object.hasOwn(schema, keyword)),
  )
  return kind === undefined ? schema : { ...schema, type: kind }
}

function withTuple(schema: JsonObject): JsonObject {
  const isOld = Array.isArray(schema['items'])
  const { items, prefixItems, additionalItems, ...others } = schema
  const tuple = isOld ? items : prefixItems
  if (!Array.isArray(tuple)) return schema
  const isClosed = isOld ? additionalItems === undefined : items === undefined
  const rest = (isOld ? additionalItems : items) ?? !isClosed
  return { minItems: tuple.length, ...others, prefixItems: tuple, items: rest }
}

function withPatterns(schema: JsonObject): JsonObject {
  const { patternProperties, additionalProperties } = schema
  if (typeof patternProperties !== 'object' || additionalProperties !== undefined) return schema
  return { ...schema, additionalProperties: { anyOf: Object.values(patternProperties ?? {}) } }
}
