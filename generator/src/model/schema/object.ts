import { isObject, own, stringsOf } from '../../json/members.ts'
import { schemaDoc } from '../doc.ts'
import { below, type Located } from '../../json/place.ts'
import type { Json, JsonObject, Place } from '../../json/types.ts'
import type { ObjectType, Property } from '../types.ts'
import { asSchema, type SchemaReader, type SchemaStructure } from './reader.ts'
import { isSecret } from './secret.ts'

/** Returns the type that the object keywords of a schema describe. */
export function objectType(
  reader: SchemaReader,
  { place, json }: Located<JsonObject>,
  structure: SchemaStructure,
): ObjectType {
  const required = new Set(stringsOf(json, 'required'))
  const { properties } = structure
  const declared = [...properties].map(([name, at]) =>
    propertyOf(reader, { name, required: required.has(name), at }),
  )
  const additional = additionalType(reader, json, structure)
  const undeclared = stringsOf(json, 'required').flatMap((name, index) =>
    properties.has(name)
      ? []
      : [undeclaredProperty(name, below(place, 'required', index), additional)],
  )
  const patterns = [...structure.patterns].map(([pattern, at]) => ({
    pattern,
    type: reader.inline(at),
  }))
  return {
    kind: 'object',
    properties: [...declared, ...undeclared],
    ...(additional === undefined ? {} : { additional }),
    ...(patterns.length === 0 ? {} : { patterns }),
  }
}

/**
 * Matches the place of a property that `required` lists but that is not declared. The property has
 * no schema, so its place is the entry in `required`.
 */
export const undeclaredPlace: RegExp = /\/required\/\d+$/

function propertyOf(
  reader: SchemaReader,
  from: { name: string; required: boolean; at: { place: Place; json: Json } },
): Property {
  return {
    name: from.name,
    required: from.required,
    doc: isObject(from.at.json) ? schemaDoc(from.at.json) : {},
    type: reader.inline(from.at),
    schema: asSchema(from.at),
    ...(isSecret(reader.loaded, from.at) ? { secret: true } : {}),
  }
}

/** Returns a property that `required` lists but that is not declared, with the type of undeclared members. */
function undeclaredProperty(
  name: string,
  place: Place,
  additional: ObjectType['additional'],
): Property {
  const type = additional === undefined || additional === false ? undefined : additional
  const schema = { place, json: true }
  return { name, required: true, doc: {}, type: type ?? { kind: 'unknown' }, schema }
}

/**
 * Returns the type of undeclared members. If the schema does not say it, returns undefined: JSON
 * Schema allows undeclared members then, but the type gets no index signature.
 */
function additionalType(
  reader: SchemaReader,
  schema: JsonObject,
  { additional }: SchemaStructure,
): ObjectType['additional'] {
  if (own(schema, 'maxProperties') === 0) return false
  if (additional === undefined) return undefined
  const { json } = additional
  if (json === false) return false
  if (json === true || (isObject(json) && Object.keys(json).length === 0))
    return { kind: 'unknown' }
  return reader.inline(additional)
}
