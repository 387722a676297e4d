import { isObject, objectOf, own, stringsOf } from '../../json/members.ts'
import { schemaDoc } from '../doc.ts'
import { below } from '../../json/place.ts'
import type { Json, JsonObject, Place } from '../../json/types.ts'
import type { ObjectType, Property } from '../types.ts'
import { asSchema, type SchemaReader } from './reader.ts'
import { isSecret } from './secret.ts'

/** Returns the type that the object keywords of a schema describe. */
export function objectType(reader: SchemaReader, place: Place, json: JsonObject): ObjectType {
  const required = new Set(stringsOf(json, 'required'))
  const declared = Object.entries(objectOf(json, 'properties') ?? {}).map(([name, schema]) =>
    propertyOf(reader, {
      name,
      required: required.has(name),
      at: { place: below(place, 'properties', name), json: schema },
    }),
  )
  const additional = additionalType(reader, place, json)
  const undeclared = undeclaredProperties(place, json, additional)
  const patterns = Object.entries(objectOf(json, 'patternProperties') ?? {}).map(
    ([pattern, schema]) => ({
      pattern,
      type: reader.inline({ place: below(place, 'patternProperties', pattern), json: schema }),
    }),
  )
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

/**
 * Returns the properties that `required` lists but that are not declared. Their type is the type of
 * undeclared members.
 */
function undeclaredProperties(
  place: Place,
  json: JsonObject,
  additional: ObjectType['additional'],
): readonly Property[] {
  const properties = objectOf(json, 'properties') ?? {}
  return stringsOf(json, 'required').flatMap((name, index): readonly Property[] => {
    if (Object.hasOwn(properties, name)) return []
    const schema = { place: below(place, 'required', index), json: true }
    const type = additional === undefined || additional === false ? undefined : additional
    return [{ name, required: true, doc: {}, type: type ?? { kind: 'unknown' }, schema }]
  })
}

/**
 * Returns the type of undeclared members. Without `additionalProperties`, returns undefined: JSON
 * Schema allows undeclared members then, but the type gets no index signature.
 */
function additionalType(
  reader: SchemaReader,
  place: Place,
  json: JsonObject,
): ObjectType['additional'] {
  if (own(json, 'maxProperties') === 0) return false
  const additional = own(json, 'additionalProperties')
  if (additional === undefined || additional === false) return additional
  const isOpen =
    additional === true || (isObject(additional) && Object.keys(additional).length === 0)
  if (isOpen) return { kind: 'unknown' }
  return reader.inline({ place: below(place, 'additionalProperties'), json: additional })
}
