import { isArray, listOf, numberOf, own } from '../../json/members.ts'
import { below } from '../../json/place.ts'
import type { Json, JsonObject, Place } from '../../json/types.ts'
import type { Type } from '../types.ts'
import type { SchemaReader } from './reader.ts'

/**
 * Returns the type that the array keywords of a schema describe: a list or a tuple. Tuples are read
 * in both notations, `prefixItems` and `items` with an array.
 */
export function arrayType(reader: SchemaReader, place: Place, json: JsonObject): Type {
  const items = own(json, 'items')
  const prefix = own(json, 'prefixItems')
  if (isArray(prefix) && prefix.length > 0) {
    return tupleType(reader, { place, json, keyword: 'prefixItems', rest: 'items' })
  }
  if (isArray(items) && items.length > 0) {
    if (isListInDisguise(json)) return listType(reader, below(place, 'items', 0), items[0])
    return tupleType(reader, { place, json, keyword: 'items', rest: 'additionalItems' })
  }
  return listType(reader, below(place, 'items'), isArray(items) ? undefined : items)
}

/**
 * Returns a list type. Without `items`, the items are unknown. With `items: false`, the list is
 * empty.
 */
function listType(reader: SchemaReader, place: Place, items: Json | undefined): Type {
  if (items === undefined || items === true) return { kind: 'array', items: { kind: 'unknown' } }
  return { kind: 'array', items: reader.inline({ place, json: items }) }
}

/**
 * Whether a schema describes a list with the tuple notation: `items` is an array of one schema, and
 * there are no bounds. Go's reflection writes slices like this. A real tuple states its length.
 */
function isListInDisguise(json: JsonObject): boolean {
  const bounds = ['minItems', 'maxItems', 'additionalItems']
  return (
    listOf(json, 'items').length === 1 &&
    bounds.every((keyword) => own(json, keyword) === undefined)
  )
}

/**
 * Returns a tuple type. If `minItems` is omitted, all items are required: JSON Schema would make
 * them optional, but authors rarely mean that.
 */
function tupleType(
  reader: SchemaReader,
  from: { place: Place; json: JsonObject; keyword: string; rest: string },
): Type {
  const { place, json, keyword } = from
  const items = listOf(json, keyword).map((item, index) =>
    reader.inline({ place: below(place, keyword, index), json: item }),
  )
  const required = Math.min(items.length, Math.max(0, numberOf(json, 'minItems') ?? items.length))
  const rest = own(json, from.rest)
  const mayGoOn = (numberOf(json, 'maxItems') ?? Infinity) > items.length
  if (rest === undefined || rest === false || !mayGoOn) return { kind: 'tuple', items, required }
  const restType: Type =
    rest === true
      ? { kind: 'unknown' }
      : reader.inline({ place: below(place, from.rest), json: rest })
  return { kind: 'tuple', items, required, rest: restType }
}
