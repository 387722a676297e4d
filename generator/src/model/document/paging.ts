import {
  defined,
  isArray,
  isObject,
  numberOf,
  objectOf,
  own,
  stringOf,
} from '../../json/members.ts'
import type { Json, JsonObject, Place } from '../../json/types.ts'
import type { Limit, Pagination } from '../types.ts'
import { type DocumentScope, malformed } from './scope.ts'

/** Reads `x-pagination` of a method. */
export function paginationOf(
  scope: DocumentScope,
  place: Place,
  json: JsonObject,
): Pagination | undefined {
  const declared = own(json, 'x-pagination')
  if (declared === undefined) return undefined
  const cursor = objectOf(declared, 'cursor')
  const param = stringOf(cursor, 'param')
  const result = stringOf(cursor, 'result')
  const items = stringOf(declared, 'items')
  const end = stringOf(declared, 'end') ?? 'short-page'
  const isEnd = end === 'short-page' || end === 'empty-page'
  if (param === undefined || result === undefined || items === undefined || !isEnd) {
    const needs =
      ' It requires `cursor` with `param` and `result`, and `items`; `end` is `short-page` or `empty-page`.'
    return malformed(scope, place, 'x-pagination', needs)
  }
  return {
    cursor: { param, result },
    items,
    end,
    ...defined({
      limit: limitParam(objectOf(declared, 'limit')),
      count: stringOf(declared, 'count'),
    }),
  }
}

function limitParam(json: JsonObject | undefined): Pagination['limit'] | undefined {
  const param = stringOf(json, 'param')
  const fallback = numberOf(json, 'default')
  if (param === undefined || fallback === undefined) return undefined
  return { param, default: fallback, ...defined({ cap: numberOf(json, 'cap') }) }
}

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
