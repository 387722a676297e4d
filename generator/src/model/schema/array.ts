import { isArray, numberOf, own } from '../../json/members.ts'
import type { JsonObject } from '../../json/types.ts'
import type { Type } from '../types.ts'
import type { SchemaReader, SchemaStructure } from './reader.ts'

/**
 * Returns the type that the array keywords of a schema describe: a list or a tuple. Tuples are read
 * in both notations, `prefixItems` and `items` with an array.
 */
export function arrayType(
  reader: SchemaReader,
  json: JsonObject,
  { first, rest }: SchemaStructure,
): Type {
  const [only] = first
  if (only === undefined || isListInDisguise(json, first.length)) {
    return { kind: 'array', items: itemType(reader, only ?? rest) }
  }
  return tupleType(reader, json, { first, rest })
}

type Items = Pick<SchemaStructure, 'first' | 'rest'>

/** Without `items`, the items are unknown. With `items: false`, the list is empty. */
function itemType(reader: SchemaReader, item: SchemaStructure['rest']): Type {
  return item === undefined || item.json === true ? { kind: 'unknown' } : reader.inline(item)
}

/**
 * Whether a schema describes a list with the tuple notation: `items` is an array of one schema, and
 * there are no bounds. Go's reflection writes slices like this. A real tuple states its length.
 */
function isListInDisguise(json: JsonObject, count: number): boolean {
  const bounds = ['minItems', 'maxItems', 'additionalItems']
  return (
    count === 1 &&
    isArray(own(json, 'items')) &&
    bounds.every((keyword) => own(json, keyword) === undefined)
  )
}

/**
 * Returns a tuple type. If `minItems` is omitted, all items are required: JSON Schema would make
 * them optional, but authors rarely mean that.
 */
function tupleType(reader: SchemaReader, json: JsonObject, { first, rest }: Items): Type {
  const items = first.map(reader.inline)
  const required = Math.min(items.length, Math.max(0, numberOf(json, 'minItems') ?? items.length))
  const mayGoOn = (numberOf(json, 'maxItems') ?? Infinity) > items.length
  if (rest === undefined || rest.json === false || !mayGoOn) {
    return { kind: 'tuple', items, required }
  }
  return { kind: 'tuple', items, required, rest: itemType(reader, rest) }
}
