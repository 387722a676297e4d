import { isRecord } from '@rpcloom/rpc'
import { type SchemaObject, listOf } from '@rpcloom/schema/internal'

const types = ['string', 'object', 'array', 'boolean', 'null', 'integer', 'number']

/**
 * Returns schemas whose values violate a schema. Each returned schema violates one keyword. Violations that a
 * schema cannot express are missing, and are found by trial and error.
 */
export function negations(
  schema: unknown,
  resolve: (ref: string, from: unknown) => unknown,
): readonly unknown[] {
  if (!isRecord(schema)) return []
  const { $ref: ref, not } = schema
  const target = typeof ref === 'string' ? resolve(ref, schema) : undefined
  const parts = [...(target === undefined ? [] : [target]), ...listOf(schema['allOf'])]
  const unions = [schema['oneOf'], schema['anyOf']].filter(Array.isArray)
  return [
    ...otherTypes(schema),
    ...brokenMembers(schema),
    ...limits.flatMap(([keyword, broken]) => {
      const limit = schema[keyword]
      return typeof limit === 'number' || typeof limit === 'bigint' ? [broken(limit)] : []
    }),
    ...parts.map((part) => ({ not: part })),
    ...unions.map((union) => ({ allOf: union.map((one) => ({ not: one })) })),
    ...(not === undefined ? [] : [not]),
  ]
}

function otherTypes({ type }: SchemaObject): readonly unknown[] {
  const named = Array.isArray(type) ? type : type === undefined ? [] : [type]
  if (named.length === 0) return []
  // The type `number` includes integers.
  const isNumber = named.includes('integer') || named.includes('number')
  const others = types.filter(
    (one) => !named.includes(one) && !(isNumber && ['integer', 'number'].includes(one)),
  )
  return [{ type: others }]
}

function brokenMembers(schema: SchemaObject): readonly unknown[] {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {}
  const missing = listOf(schema['required']).flatMap((name) =>
    typeof name === 'string' ? [{ type: 'object', properties: { [name]: false } }] : [],
  )
  const wrong = Object.entries(properties).map(([name, member]) => ({
    type: 'object',
    required: [name],
    properties: { [name]: { not: member } },
  }))
  const isClosed = schema['additionalProperties'] === false && !Object.hasOwn(properties, 'other')
  return [...missing, ...wrong, ...(isClosed ? [{ type: 'object', required: ['other'] }] : [])]
}

const limits: readonly (readonly [string, (limit: number | bigint) => SchemaObject])[] = [
  ['minimum', (limit) => ({ type: 'number', exclusiveMaximum: limit })],
  ['maximum', (limit) => ({ type: 'number', exclusiveMinimum: limit })],
  ['exclusiveMinimum', (limit) => ({ type: 'number', maximum: limit })],
  ['exclusiveMaximum', (limit) => ({ type: 'number', minimum: limit })],
  ['minLength', (limit) => ({ type: 'string', maxLength: Number(limit) - 1 })],
  ['maxLength', (limit) => ({ type: 'string', minLength: Number(limit) + 1 })],
  ['minItems', (limit) => ({ type: 'array', maxItems: Number(limit) - 1 })],
  ['maxItems', (limit) => ({ type: 'array', minItems: Number(limit) + 1 })],
  ['minProperties', (limit) => ({ type: 'object', maxProperties: Number(limit) - 1 })],
  ['maxProperties', (limit) => ({ type: 'object', minProperties: Number(limit) + 1 })],
]
