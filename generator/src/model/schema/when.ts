import { jsonText } from '../../json/text.ts'
import { isArray, isScalar, objectOf } from '../../json/members.ts'
import type { Json, Scalar } from '../../json/types.ts'
import type { ResultCase } from '../types.ts'

/** Reads `x-when` of an alternative: a value or a list of values for each param. Other members are omitted. */
export function whenOf(json: Json): ResultCase['when'] {
  return Object.entries(objectOf(json, 'x-when') ?? {}).flatMap(([param, value]) => {
    const values = (isArray(value) ? value : [value]).filter(isScalar)
    return values.length === 0 ? [] : [{ param, values }]
  })
}

/** Returns the words of `x-when` for a type name: `verbosity 2`. */
export function whenWords(json: Json): string {
  return whenOf(json)
    .map(({ param, values }) => `${param} ${values.map(String).join(' or ')}`)
    .join(' and ')
}

/** Returns a condition in words that do not depend on the order of its params and values: `verbosity is 0 or false`. */
export function whenText(json: Json): string {
  return whenOf(json)
    .map(({ param, values }) => `${param} is ${[...new Set(values.map(valueText))].sort().join(' or ')}`)
    .sort()
    .join(' and ')
}

function valueText(value: Scalar): string {
  return jsonText(value)
}
