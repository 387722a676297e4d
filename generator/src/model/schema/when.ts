import { compareText } from '../../json/compare-text.ts'
import { jsonText } from '../../json/text.ts'
import { isArray, isScalar, objectOf } from '../../json/members.ts'
import type { Json, Scalar } from '../../json/types.ts'
import type { ResultCase } from '../types.ts'

type When = ResultCase['when']

/** Reads `x-when` of an alternative: a scalar or a list of scalars for each param. Other members are omitted. */
export function whenOf(json: Json): When {
  return Object.entries(objectOf(json, 'x-when') ?? {}).flatMap(([param, value]) => {
    const values = isArray(value) ? value : [value]
    return values.length > 0 && values.every(isScalar) ? [{ param, values }] : []
  })
}

/** Returns the words of `x-when` for a type name: `verbosity 2`. */
export function whenWords(json: Json): string {
  return whenOf(json)
    .map(({ param, values }) => `${param} ${values.map(String).join(' or ')}`)
    .join(' and ')
}

/** Returns a condition with its params and values in a fixed order, because their order has no meaning. */
export function sortedWhen(when: When): When {
  return when
    .map(({ param, values }) => ({ param, values: [...new Set(values)].sort(compareValues) }))
    .sort((a, b) => compareText(a.param, b.param))
}

function compareValues(a: Scalar, b: Scalar): number {
  return typeof a === 'number' && typeof b === 'number'
    ? a - b
    : compareText(jsonText(a), jsonText(b))
}

/** Returns the words of a condition in a fixed order: `detail is 0 or 1 and full is true`. */
export function whenText(when: When): string {
  return sortedWhen(when)
    .map(
      ({ param, values }) => `${param} is ${values.map((value) => jsonText(value)).join(' or ')}`,
    )
    .join(' and ')
}

/** Whether params can have values for which both conditions hold. */
export function canHoldTogether(one: When, other: When): boolean {
  return one.every(({ param, values }) => {
    const others = other.find((condition) => condition.param === param)?.values
    return others === undefined || others.some((value) => values.includes(value))
  })
}

/** Sorts conditions: each comes before those that hold whenever it holds. */
export function bySpecificity(a: When, b: When): number {
  const size = (when: When): number => when.reduce((total, { values }) => total + values.length, 0)
  return b.length - a.length || size(a) - size(b) || compareText(jsonText(a), jsonText(b))
}
