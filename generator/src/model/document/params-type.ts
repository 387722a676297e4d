import { referenceFrom } from '../reference.ts'
import { below } from '../../json/place.ts'
import type { Json, JsonObject, Place } from '../../json/types.ts'
import type { Param, Property, Type, TypeId } from '../types.ts'
import { define } from '../schema/schema.ts'
import { methodOrigin } from '../names/type-origin.ts'
import type { DocumentScope } from './scope.ts'

/**
 * Defines a named object type with all params of a method. Returns undefined if the method has no
 * params.
 */
export function paramsTypeOf(
  scope: DocumentScope,
  method: { readonly place: Place; readonly name: string; readonly typePrefix: string },
  params: readonly Param[],
): TypeId | undefined {
  if (params.length === 0) return undefined
  const place = below(method.place, 'params')
  const type: Type = { kind: 'object', properties: params.map(propertyOf) }
  return define(scope.reader, {
    place,
    json: schemaOf(place, params),
    type,
    origin: methodOrigin(`${method.typePrefix}Params`, method.name),
  })
}

function propertyOf({ name, required, doc, type, schema, secret }: Param): Property {
  return { name, required, doc, type, schema, ...(secret ? { secret } : {}) }
}

/**
 * Returns an object schema of all params. Schemas in other files are referenced rather than copied.
 */
function schemaOf(place: Place, params: readonly Param[]): JsonObject {
  const properties = params.map(({ name, schema }): readonly [string, Json] => [
    name,
    schema.place.file === place.file
      ? schema.json
      : { $ref: referenceFrom(place.file, schema.place) },
  ])
  const required = params.filter((param) => param.required).map(({ name }) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length === 0 ? {} : { required }),
  }
}
