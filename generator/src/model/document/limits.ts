import { defined, isArray, isObject, numberOf, own, stringOf } from '../../json/members.ts'
import type { Json, JsonObject, Place } from '../../json/types.ts'
import type { Limit } from '../types.ts'
import { type DocumentScope, malformed } from './scope.ts'

/** Reads `x-limits` of a method or content descriptor. */
export function limitsOf(scope: DocumentScope, place: Place, json: JsonObject): readonly Limit[] {
  const declared = own(json, 'x-limits')
  if (declared === undefined) return []
  const limits = isArray(declared) ? declared.flatMap(oneLimit) : []
  if (!isArray(declared) || limits.length < declared.length) malformed(scope, place, 'x-limits')
  return limits
}

function oneLimit(json: Json): readonly Limit[] {
  const subject = stringOf(json, 'subject')
  const text = stringOf(json, 'text')
  if (!isObject(json) || subject === undefined || text === undefined) return []
  const amount = { value: numberOf(json, 'value'), unit: stringOf(json, 'unit') }
  return [{ subject, text, ...defined(amount) }]
}
