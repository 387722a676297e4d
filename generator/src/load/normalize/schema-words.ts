import type { Json, JsonObject } from '../../model/types.ts'
import { isArray } from '../pointer.ts'

const types = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']

/** What other languages call the types of JSON, where nothing else can be meant. */
const foreign: Readonly<Record<string, string>> = {
  str: 'string',
  text: 'string',
  int: 'integer',
  long: 'integer',
  int32: 'integer',
  int64: 'integer',
  uint32: 'integer',
  uint64: 'integer',
  float: 'number',
  double: 'number',
  decimal: 'number',
  num: 'number',
  bool: 'boolean',
  dict: 'object',
  map: 'object',
  list: 'array',
  nil: 'null',
  none: 'null',
}

/** Words that are a format of JSON Schema's as well. */
const sized = new Set(['int32', 'int64', 'uint32', 'uint64'])

/** The type that a word in the place of one means; `null` is written without quotes more often than not. */
export function typeFrom(json: Json): string | undefined {
  if (json === null) return 'null'
  if (typeof json !== 'string') return undefined
  const word = json.trim().toLowerCase()
  if (types.includes(word)) return word
  return Object.hasOwn(foreign, word) ? foreign[word] : undefined
}

/** A whole schema from a word for a type, or from several. */
export function schemaFrom(json: Json): JsonObject | undefined {
  if (isArray(json)) {
    const words = json.map(typeFrom).filter((word) => word !== undefined)
    return json.length > 0 && words.length === json.length ? { type: words } : undefined
  }
  if (typeof json !== 'string') return undefined
  const word = json.trim().toLowerCase()
  if (word === 'any') return {}
  const type = typeFrom(json)
  if (type === undefined) return undefined
  return sized.has(word) ? { type, format: word } : { type }
}
