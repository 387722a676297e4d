import { isRecord } from '@rpcloom/rpc'
import {
  conjunctionOf,
  declaredTypes,
  keywordOf,
  keywordsWhere,
  listOf,
  ownStructure,
  type SchemaObject,
  typeNames,
} from '@rpcloom/schema/internal'

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
  const { conjuncts, choices } = ownStructure(schema)
  const parts = [...(target === undefined ? [] : [target]), ...conjuncts.map(({ json }) => json)]
  return [
    ...otherTypes(schema),
    ...brokenMembers(schema),
    ...Object.entries(schema).flatMap(([name, bound]) =>
      typeof bound === 'number' || typeof bound === 'bigint' ? beyondLimit(name, bound) : [],
    ),
    ...parts.map((part) => ({ not: part })),
    ...choices.map(({ options }) => conjunctionOf(options.map(({ json }) => ({ not: json })))),
    ...(not === undefined ? [] : [not]),
  ]
}

function otherTypes(schema: SchemaObject): readonly unknown[] {
  const named = declaredTypes(schema)
  if (named === undefined) return []
  // The type `number` includes integers.
  const isNumber = named.includes('integer') || named.includes('number')
  const others = typeNames.filter(
    (one) => !named.includes(one) && !(isNumber && ['integer', 'number'].includes(one)),
  )
  return [{ type: others }]
}

function brokenMembers(schema: SchemaObject): readonly unknown[] {
  const { properties, additional } = ownStructure(schema)
  const missing = listOf(schema['required']).flatMap((name) =>
    typeof name === 'string' ? [{ type: 'object', properties: { [name]: false } }] : [],
  )
  const wrong = [...properties].map(([name, { json: member }]) => ({
    type: 'object',
    required: [name],
    properties: { [name]: { not: member } },
  }))
  const isClosed = additional?.json === false && !properties.has('other')
  return [...missing, ...wrong, ...(isClosed ? [{ type: 'object', required: ['other'] }] : [])]
}

/** Returns a schema whose values violate a limit. */
function beyondLimit(name: string, bound: number | bigint): readonly SchemaObject[] {
  const { limit, of } = keywordOf(name) ?? {}
  if (limit === undefined || of === undefined) return []
  const { side, unit, isExclusive } = limit
  const [opposite] = keywordsWhere(
    ({ limit: other }) =>
      other !== undefined &&
      other.side !== side &&
      other.unit === unit &&
      (unit !== undefined || other.isExclusive !== isExclusive),
  )
  if (opposite === undefined) return []
  const step = side === 'most' ? 1 : -1
  return [{ type: of, [opposite]: unit === undefined ? bound : Number(bound) + step }]
}
