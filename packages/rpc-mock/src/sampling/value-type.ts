import { type SchemaObject, integerRange } from '@rpcloom/schema/internal'

const all = ['string', 'object', 'array', 'integer', 'number', 'boolean', 'null']

/**
 * Returns the types that all schemas allow, in the order of the first schema; `undefined` if no schema names
 * a type.
 */
export function typesOf(schemas: readonly SchemaObject[]): readonly string[] | undefined {
  return schemas.reduce(commonTypes, undefined)
}

/** Returns the given types that a schema also allows. `undefined` means all types. */
export function commonTypes(
  types: readonly string[] | undefined,
  schema: SchemaObject,
): readonly string[] | undefined {
  const declared = declaredTypes(schema)
  if (declared === undefined) return types
  return [
    ...new Set(
      types === undefined ? declared : types.flatMap((type) => intersection(type, declared)),
    ),
  ]
}

/**
 * Returns types in the order to try them: the types named by `type`, or else the types suggested by other
 * keywords, followed by all remaining types.
 */
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

function declaredTypes({ type, nullable }: SchemaObject): readonly string[] | undefined {
  const list: readonly unknown[] = Array.isArray(type) ? type : type === undefined ? [] : [type]
  const declared = list.filter((one): one is string => typeof one === 'string')
  if (declared.length === 0) return undefined
  return nullable === true ? [...declared, 'null'] : declared
}

/** Returns the types that a type and a list of types have in common. The type `number` includes `integer`. */
function intersection(type: string, declared: readonly string[]): readonly string[] {
  if (declared.includes(type)) return [type]
  if (type === 'integer' && declared.includes('number')) return ['integer']
  return type === 'number' && declared.includes('integer') ? ['integer'] : []
}
