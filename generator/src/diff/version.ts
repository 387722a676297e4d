import type { Loaded } from '../openrpc/loaded.ts'
import { isObject } from '../json/members.ts'
import { type Located, placeId } from '../json/place.ts'
import { follow } from '../model/reference.ts'
import type { Api, NamedType } from '../model/types.ts'

export interface Version {
  readonly api: Api
  readonly loaded: Loaded
}

/**
 * Keywords that do not restrict values. A `$ref` that has only such keywords next to it is treated as a plain
 * reference. `x-when` is compared where the alternatives of a result are paired.
 */
const annotations = new Set([
  '$comment',
  'deprecated',
  'description',
  'examples',
  'summary',
  'title',
  'x-when',
])

/** Returns the target of a reference; undefined if the schema is not a reference or does not resolve. */
export function referred(version: Version, { place, json }: Located): Located | undefined {
  if (!isObject(json) || typeof json['$ref'] !== 'string') return undefined
  return follow(version.loaded, place.file, json['$ref'])
}

/** Returns the named type that a schema refers to, if the schema adds no constraints. */
export function namedBy(version: Version, schema: Located): NamedType | undefined {
  const { json } = schema
  if (!isObject(json)) return undefined
  const alone = Object.keys(json).every((key) => key === '$ref' || annotations.has(key))
  const target = alone ? referred(version, schema) : undefined
  return target === undefined ? undefined : version.api.types.get(placeId(target.place))
}
