import { type SchemaObject, integerRange } from '@rpcloom/rpc/internal'

const all = ['string', 'object', 'array', 'integer', 'number', 'boolean', 'null']

/** Returns types that all schemas allow, in the order of the first schema; `undefined` if none names a type. */
export function typesOf(schemas: readonly SchemaObject[]): readonly string[] | undefined {
  return schemas.reduce(commonTypes, undefined)
}

/** Returns those of some types that a schema allows, too; `undefined` stands for any. */
export function commonTypes(
  types: readonly string[] | undefined,
  schema: SchemaObject,
): readonly string[] | undefined {
  const named = namedIn(schema)
  if (named === undefined) return types
  return [...new Set(types === undefined ? named : types.flatMap((type) => common(type, named)))]
}

/** Returns types in the order to try: named ones, else those that the keywords suggest, then any other. */
export function triedTypes(schemas: readonly SchemaObject[]): readonly string[] {
  const types = typesOf(schemas)
  if (types !== undefined && types.length > 0) return types
  const hint = hints.find(([keywords]) =>
    schemas.some((schema) => keywords.some((keyword) => keyword in schema)),
  )?.[1]
  const isInteger = schemas.some(({ format }) => integerRange(format) !== undefined)
  const first = isInteger ? 'integer' : (hint ?? 'string')
  return [first, ...all.filter((type) => type !== first)]
}

const hints: readonly (readonly [keywords: readonly string[], type: string])[] = [
  [
    ['properties', 'required', 'additionalProperties', 'patternProperties', 'minProperties'],
    'object',
  ],
  [['items', 'prefixItems', 'contains', 'minItems', 'maxItems'], 'array'],
  [['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'], 'integer'],
]

function namedIn({ type, nullable }: SchemaObject): readonly string[] | undefined {
  const list: readonly unknown[] = Array.isArray(type) ? type : type === undefined ? [] : [type]
  const named = list.filter((one): one is string => typeof one === 'string')
  if (named.length === 0) return undefined
  return nullable === true ? [...named, 'null'] : named
}

/** Intersects a type with a list of types: an integer is a number, too. */
function common(type: string, named: readonly string[]): readonly string[] {
  if (named.includes(type)) return [type]
  if (type === 'integer' && named.includes('number')) return ['integer']
  return type === 'number' && named.includes('integer') ? ['integer'] : []
}
