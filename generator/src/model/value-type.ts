import type { Json } from '../json/types.ts'
import { isArray, isNumber, isObject } from '../json/members.ts'

/** Whether a value has one of these JSON Schema types. */
export function isOfType(value: Json, words: readonly Json[]): boolean {
  return words.some((word) => isOfWord(value, word))
}

function isOfWord(value: Json, word: Json): boolean {
  switch (word) {
    case 'integer':
      return typeof value === 'bigint' || Number.isInteger(value)
    case 'number':
      return isNumber(value)
    case 'null':
      return value === null
    case 'array':
      return isArray(value)
    case 'object':
      return isObject(value)
    default:
      return typeof value === word
  }
}
