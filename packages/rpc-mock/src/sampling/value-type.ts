import {
  impliedTypes,
  isIntegerFormat,
  type SchemaObject,
  type TypeName,
  typesOf,
} from '@rpcloom/schema/internal'

/**
 * Returns types in the order to try them: the types named by `type`, or else the types suggested by other
 * keywords, followed by all remaining types.
 */
export function triedTypes(schemas: readonly SchemaObject[]): readonly TypeName[] {
  const types = typesOf(schemas)
  if (types !== undefined && types.length > 0) return types
  const first = schemas.some(({ format }) => isIntegerFormat(format)) ? 'integer' : implied(schemas)
  return [first, ...all.filter((type) => type !== first)]
}

const all: readonly TypeName[] = [
  'string',
  'object',
  'array',
  'integer',
  'number',
  'boolean',
  'null',
]

function implied(schemas: readonly SchemaObject[]): TypeName {
  const [type = 'string'] = impliedTypes(schemas)
  return type === 'number' ? 'integer' : type
}
