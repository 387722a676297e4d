import { isOfType } from '@rpcloom/schema/internal'
import {
  flagOf,
  isArray,
  isNumber,
  isObject,
  isScalar,
  listOf,
  own,
  stringOf,
} from '../../json/members.ts'
import { deprecationOf } from '@rpcloom/rpc/internal'
import { below } from '../../json/place.ts'
import type { EnumMember, Type } from '../types.ts'
import type { Json, JsonObject, Place } from '../../json/types.ts'
import { unite } from './compose.ts'

/** Returns the type of `const` or `enum`. Returns undefined if a schema has neither. */
export function constantType(json: JsonObject, place: Place): Type | undefined {
  const constant = own(json, 'const')
  if (constant !== undefined) return literalType(constant, below(place, 'const'))
  const listed = own(json, 'enum')
  if (!isArray(listed)) return undefined
  const values = ofType(json, listed)
  const isWide = values.some((value) => typeof value === 'bigint')
  const integers = isWide ? values.filter((value) => isOfType(value, ['integer'])) : []
  const others = values.filter((value) => !integers.includes(value))
  const members = others.filter(isScalar).map((value) => ({ value }))
  const written = others.flatMap((value) =>
    isScalar(value) ? [] : [literalType(value, below(place, 'enum', values.indexOf(value)))],
  )
  return unite([...wideIntegers(integers), ...enumOf(members), ...written])
}

/**
 * Returns a bigint type with the range of the given integers, which a double cannot represent. A
 * literal type is not possible, because such integers need a codec. Without integers, returns no
 * type.
 */
function wideIntegers(values: readonly Json[]): readonly Type[] {
  const sorted = values
    .filter(isNumber)
    .map((value) => BigInt(value))
    .toSorted((a, b) => (a < b ? -1 : 1))
  const [min, max] = [sorted[0], sorted.at(-1)]
  if (min === undefined || max === undefined) return []
  return [
    {
      kind: 'numeric',
      as: 'bigint',
      encoding: 'number',
      integer: true,
      numberOnly: true,
      min,
      max,
    },
  ]
}

/**
 * Returns the values that match the schema's `type`. If no value matches, `type` or the values must
 * be wrong, so all values are returned.
 */
function ofType(json: JsonObject, values: readonly Json[]): readonly Json[] {
  const type = own(json, 'type')
  const words = typeof type === 'string' ? [type] : listOf(json, 'type')
  const fitting = values.filter((value) => words.length === 0 || isOfType(value, words))
  return fitting.length === 0 ? values : fitting
}

/**
 * Converts `oneOf` or `anyOf` of constants to an enum with descriptions. Returns undefined if a
 * member has keywords other than a constant and its description.
 */
export function constantUnion(members: readonly Json[]): Type | undefined {
  const constants = members.map(constantMember)
  const plain = constants.filter((member) => member !== undefined)
  if (plain.length === 0 || plain.length < members.length) return undefined
  return unite(enumOf(plain))
}

function constantMember(json: Json): EnumMember | undefined {
  if (!isObject(json)) return undefined
  const values = listOf(json, 'enum')
  const [only] = values
  const value = own(json, 'const') ?? (values.length === 1 ? only : undefined)
  const isNull = value === undefined && own(json, 'type') === 'null'
  const constant = isNull ? null : value
  if (constant === undefined || !isScalar(constant) || !Object.keys(json).every(isProse)) {
    return undefined
  }
  const description = stringOf(json, 'description') ?? stringOf(json, 'title')
  const deprecated = flagOf(json, 'deprecated') ? deprecationOf(json) : undefined
  return {
    value: constant,
    ...(description === undefined ? {} : { description }),
    ...(deprecated === undefined ? {} : { deprecated }),
  }
}

function isProse(keyword: string): boolean {
  return keyword.startsWith('x-') || prose.has(keyword)
}

const prose = new Set(['const', 'enum', 'type', 'title', 'description', 'deprecated', '$comment'])

/** Returns an enum without duplicates. A single value without a description becomes a literal. */
function enumOf(members: readonly EnumMember[]): readonly Type[] {
  const distinct = [...new Map(members.map((member) => [member.value, member])).values()]
  const [only] = distinct
  if (only === undefined) return []
  const isPlain = distinct.length === 1 && Object.keys(only).length === 1
  return [isPlain ? { kind: 'literal', value: only.value } : { kind: 'enum', members: distinct }]
}

/**
 * Returns a type that allows only the given value. An object or array becomes a type whose members
 * or items are literals.
 */
function literalType(json: Json, place: Place): Type {
  if (typeof json === 'bigint') return unite(wideIntegers([json]))
  if (isScalar(json)) return { kind: 'literal', value: json }
  if (isArray(json)) {
    const items = json.map((item, index) => literalType(item, below(place, index)))
    return { kind: 'tuple', items, required: items.length }
  }
  const properties = Object.entries(json).map(([name, value]) => {
    const at = below(place, name)
    const schema = { place: at, json: { const: value } }
    return { name, required: true, doc: {}, type: literalType(value, at), schema }
  })
  return { kind: 'object', properties, additional: false }
}
