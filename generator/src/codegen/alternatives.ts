import { gather } from '../json/gather.ts'
import type { Api, NumericType, ObjectType, Type, UnionType } from '../model/types.ts'
import { flattened, objectsOf } from './combine.ts'
import { needsCodec } from './needs-codec.ts'

/**
 * Returns one type whose shape converts the values of every alternative of a union. Returns `undefined` if a
 * value must first be matched to one alternative, for example because a member is a number in one alternative
 * and a string in another. With the direction `read`, number types may differ in their bounds and encodings.
 */
export function asOne(api: Api, type: UnionType, direction: 'read' | 'both'): Type | undefined {
  const numberKey = direction === 'read' ? ({ as }: NumericType): string => as : formOf
  const rules: Rules = { api, numberKey, effort: { left: mostPairs } }
  const named = distinct(rules, flattened(api, type))
  const members = distinct(
    rules,
    named.flatMap((member) => resolved(api, member)),
  )
  if (!compatible(rules, members, 0)) return undefined
  const working = distinct(rules, [
    ...one(combinedObject(rules, objectsAmong(members))),
    ...one(combinedArray(rules, arraysAmong(members))),
    ...members.filter(({ kind }) => kind !== 'object' && kind !== 'array'),
  ]).filter((member) => needsCodec(api, member))
  const [only] = working
  // A number is rejected: if the union also allows a string, the string could be misread as a number.
  if (working.length !== 1 || only === undefined || !isStructure(only)) return undefined
  const holders = named.filter((member) => needsCodec(api, member))
  return holders.length === 1 ? holders[0] : only
}

interface Rules {
  readonly api: Api
  /** Returns a key that is equal for number types whose values are converted in the same way. */
  readonly numberKey: (type: NumericType) => string
  readonly effort: { left: number }
}

/** Returns the properties of a number type that determine how its values are encoded. */
function formOf({ as, encoding, integer, min, max }: NumericType): string {
  return [as, encoding, integer, min, max].map(String).join(' ')
}

function objectsAmong(types: readonly Type[]): readonly ObjectType[] {
  return types.filter((type) => type.kind === 'object')
}

function arraysAmong(types: readonly Type[]): readonly ArrayType[] {
  return types.filter((type) => type.kind === 'array')
}

type ArrayType = Extract<Type, { kind: 'array' }>

/**
 * Maximum nesting depth to compare, because types may be recursive. More deeply nested types are treated as
 * incompatible.
 */
const deepest = 8
/**
 * Maximum number of type comparisons. The number of comparisons is exponential in the nesting depth of unions.
 */
const mostPairs = 20_000

/** Whether each value is converted in the same way by all of the types. */
function compatible(rules: Rules, types: readonly Type[], depth: number): boolean {
  if (depth > deepest) return false
  return types.every((type, index) =>
    types.slice(0, index).every((before) => pairFits(rules, [before, type], depth)),
  )
}

function pairFits(rules: Rules, [a, b]: readonly [Type, Type], depth: number): boolean {
  const { api, numberKey } = rules
  if (a === b) return true
  if (depth > 0 && rules.effort.left-- <= 0) return false
  if (a.kind === 'numeric' && b.kind === 'numeric') return numberKey(a) === numberKey(b)
  if (!needsCodec(api, a) && !needsCodec(api, b)) return true
  if (a.kind === 'array' && b.kind === 'array') {
    return compatible(rules, alternatives(rules, [a.items, b.items]), depth + 1)
  }
  if (a.kind === 'object' && b.kind === 'object') return objectsFit(rules, [a, b], depth)
  return areApart(a, b)
}

function objectsFit(
  rules: Rules,
  [a, b]: readonly [ObjectType, ObjectType],
  depth: number,
): boolean {
  if ([a, b].some(({ additional, patterns }) => additional || patterns)) return false
  return a.properties.every((property) => {
    const other = b.properties.find(({ name }) => name === property.name)
    return !other || compatible(rules, alternatives(rules, [property.type, other.type]), depth + 1)
  })
}

/** JSON types of the values of each type kind. A type kind that is not listed allows several JSON types. */
const forms: Partial<Record<Type['kind'], readonly string[]>> = {
  object: ['object'],
  array: ['array'],
  tuple: ['array'],
  string: ['scalar'],
  number: ['scalar'],
  boolean: ['scalar'],
  literal: ['scalar'],
  enum: ['scalar'],
  numeric: ['scalar'],
  null: [],
  never: [],
}

function areApart(a: Type, b: Type): boolean {
  const [left, right] = [forms[a.kind], forms[b.kind]]
  return !!left && !!right && !left.some((form) => right.includes(form))
}

/**
 * Returns the alternatives of the union of some types, with references, nested unions and intersections
 * resolved.
 */
function alternatives(rules: Rules, types: readonly Type[]): readonly Type[] {
  const { api } = rules
  return distinct(
    rules,
    flattened(api, { kind: 'union', members: types }).flatMap((type) => resolved(api, type)),
  )
}

function resolved(api: Api, type: Type): readonly Type[] {
  if (type.kind === 'intersection') {
    const objects = objectsOf(api, type)
    return objects.kind === 'union' ? objects.members : [objects]
  }
  if (type.kind !== 'ref') return [type]
  const target = api.types.get(type.to)?.type
  return target === undefined ? [] : resolved(api, target)
}

function isStructure({ kind }: Type): boolean {
  return kind === 'object' || kind === 'array' || kind === 'tuple'
}

function combinedArray(rules: Rules, arrays: readonly ArrayType[]): Type | undefined {
  const [first] = arrays
  return (
    first && {
      kind: 'array',
      items: combined(
        rules,
        arrays.map(({ items }) => items),
      ),
    }
  )
}

function combinedObject(rules: Rules, objects: readonly ObjectType[]): ObjectType | undefined {
  const [first] = objects
  if (first === undefined || objects.length === 1) return first
  const byName = gather(
    objects.flatMap(({ properties }) => properties.map((one) => [one.name, one] as const)),
  )
  const properties = [...byName.values()].map((same) => {
    const types = same.map(({ type }) => type)
    return { ...same[0], type: combined(rules, types) }
  })
  return { kind: 'object', properties }
}

function combined(rules: Rules, types: readonly Type[]): Type {
  const members = distinct(rules, types)
  const [only] = members
  return members.length === 1 && only !== undefined ? only : { kind: 'union', members }
}

/** Removes duplicate types. Numbers that are converted in the same way are duplicates. */
function distinct({ numberKey }: Rules, types: readonly Type[]): readonly Type[] {
  const found = new Map<unknown, Type>()
  for (const type of types) {
    const key =
      type.kind === 'ref' ? type.to : type.kind === 'numeric' ? `/${numberKey(type)}` : type
    if (!found.has(key)) found.set(key, type)
  }
  return [...found.values()]
}

function one(type: Type | undefined): readonly Type[] {
  return type === undefined ? [] : [type]
}
