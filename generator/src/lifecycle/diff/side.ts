import type { Loaded } from '../../load/index.ts'
import { isObject } from '../../model/json.ts'
import { placeId } from '../../model/place.ts'
import { follow } from '../../model/reference.ts'
import type { Api, Json, NamedType, Schema } from '../../model/types.ts'

/** One of the two versions that are compared. */
export interface Side {
  readonly api: Api
  readonly loaded: Loaded
}

/** Words of a schema that restrict nothing: a reference beside them is still only a reference. */
const annotations = new Set([
  '$comment',
  'deprecated',
  'description',
  'examples',
  'summary',
  'title',
])

/** What a schema refers to; undefined where it is none, or where the reference leads nowhere. */
export function referred(side: Side, { place, json }: Schema): Schema | undefined {
  if (!isObject(json) || typeof json['$ref'] !== 'string') return undefined
  const found = follow(side.loaded, place.file, json['$ref'])
  if (found === undefined) return undefined
  return asSchema(found.place, found.json)
}

/** The named type that a schema is: by a reference that says nothing else of its own. */
export function namedBy(side: Side, schema: Schema): NamedType | undefined {
  const { json } = schema
  if (!isObject(json)) return undefined
  const alone = Object.keys(json).every((key) => key === '$ref' || annotations.has(key))
  const target = alone ? referred(side, schema) : undefined
  return target === undefined ? undefined : side.api.types.get(placeId(target.place))
}

/** A value in a schema's position as a schema: what is none admits everything. */
export function asSchema(place: Schema['place'], json: Json): Schema {
  return { place, json: isObject(json) || typeof json === 'boolean' ? json : true }
}
