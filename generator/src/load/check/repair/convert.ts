import { isTypeName } from '@rpcloom/schema/internal'
import { isNumber } from '../../../json/is-number.ts'
import { isArray } from '../../../json/pointer.ts'
import type { Json, JsonObject } from '../../../json/types.ts'

/** Converts a value to a string. Returns undefined for values without an obvious string form. */
export function textFrom(json: Json): string | undefined {
  if (isNumber(json) || typeof json === 'boolean') return String(json)
  if (!isArray(json) || json.length === 0) return undefined
  const lines = json.filter((line) => typeof line === 'string')
  return lines.length === json.length ? lines.join('\n') : undefined
}

/** Converts a string or number to a boolean. */
export function flagFrom(json: Json): boolean | undefined {
  const word = typeof json === 'string' ? json.trim().toLowerCase() : json
  if (word === 1 || word === 'true' || word === 'yes') return true
  return word === 0 || word === 'false' || word === 'no' ? false : undefined
}

/** Converts a string of digits to a number. */
export function numberFrom(json: Json): number | undefined {
  if (typeof json !== 'string' || !/^\s*-?\d+(\.\d+)?(e[+-]?\d+)?\s*$/i.test(json)) return undefined
  const number = Number(json)
  // A string of 17 or more digits may lose digits as a number.
  return Number.isFinite(number) && !/\d{17}/.test(json) ? number : undefined
}

/** Type names of other languages that correspond to a JSON Schema type. */
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

/** Type names that are also JSON Schema formats. They are kept as the `format` of the schema. */
const sized = new Set(['int32', 'int64', 'uint32', 'uint64'])

/**
 * Converts a type name to a JSON Schema type. JSON null is read as the type `null`, because YAML
 * authors often forget the quotes.
 */
export function typeFrom(json: Json): string | undefined {
  if (json === null) return 'null'
  if (typeof json !== 'string') return undefined
  const word = json.trim().toLowerCase()
  if (isTypeName(word)) return word
  return Object.hasOwn(foreign, word) ? foreign[word] : undefined
}

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
