import type { Api, ObjectType, Property, Type, UnionType } from '../model/types.ts'
import { flattened, objectsOf } from './combine.ts'
import { needsWork } from './needs-work.ts'

/**
 * A union as the one type that reads every alternative, where none has to be chosen for that: a member
 * that several alternatives have is read the same way in each, and values that a shape does not know
 * pass untouched. `undefined` where the same member is a number in one alternative and text in another.
 */
export function readAsOne(api: Api, type: UnionType): Type | undefined {
  const named = distinct(flattened(api, type))
  const members = distinct(named.flatMap((member) => resolved(api, member)))
  if (!compatible(api, members, 0)) return undefined
  const working = distinct([
    ...one(combinedObject(members.filter((member) => member.kind === 'object'))),
    ...one(combinedArray(members.filter((member) => member.kind === 'array'))),
    ...members.filter(({ kind }) => kind !== 'object' && kind !== 'array'),
  ]).filter((member) => needsWork(api, member))
  const [only] = working
  // A number beside text would be read where it is none.
  if (working.length !== 1 || only === undefined || !isStructure(only)) return undefined
  const holders = named.filter((member) => needsWork(api, member))
  return holders.length === 1 ? holders[0] : only
}

/** Deeper than this, alternatives are chosen among: types may hold themselves. */
const deepest = 8

/** Whether each value is read the same way whichever of the types it has. */
function compatible(api: Api, types: readonly Type[], depth: number): boolean {
  if (depth > deepest) return false
  return types.every((type, index) =>
    types.slice(0, index).every((before) => pairFits(api, [before, type], depth)),
  )
}

function pairFits(api: Api, [a, b]: readonly [Type, Type], depth: number): boolean {
  if (a.kind === 'numeric' && b.kind === 'numeric') return a.as === b.as
  if (!needsWork(api, a) && !needsWork(api, b)) return true
  if (a.kind === 'array' && b.kind === 'array') {
    return compatible(api, alternatives(api, [a.items, b.items]), depth + 1)
  }
  if (a.kind === 'object' && b.kind === 'object') return objectsFit(api, [a, b], depth)
  return areApart(a, b)
}

function objectsFit(api: Api, [a, b]: readonly [ObjectType, ObjectType], depth: number): boolean {
  if ([a, b].some(({ additional, patterns }) => additional || patterns)) return false
  return a.properties.every((property) => {
    const other = b.properties.find(({ name }) => name === property.name)
    return !other || compatible(api, alternatives(api, [property.type, other.type]), depth + 1)
  })
}

/** Kinds of JSON values that types of a kind have; of the others it is not known. */
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

/** What a value may be once references, unions and intersections are looked through. */
function alternatives(api: Api, types: readonly Type[]): readonly Type[] {
  return distinct(
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

function combinedArray(arrays: readonly Extract<Type, { kind: 'array' }>[]): Type | undefined {
  const [first] = arrays
  return first && { kind: 'array', items: combined(arrays.map(({ items }) => items)) }
}

function combinedObject(objects: readonly ObjectType[]): ObjectType | undefined {
  const [first] = objects
  if (first === undefined || objects.length === 1) return first
  const byName = new Map<string, Property[]>()
  for (const property of objects.flatMap(({ properties }) => properties)) {
    const known = byName.get(property.name)
    if (known === undefined) byName.set(property.name, [property])
    else known.push(property)
  }
  const properties = [...byName.values()].flatMap((same) =>
    same.slice(0, 1).map((head) => ({ ...head, type: combined(same.map(({ type }) => type)) })),
  )
  return { kind: 'object', properties }
}

function combined(types: readonly Type[]): Type {
  const members = distinct(types)
  const [only] = members
  return members.length === 1 && only !== undefined ? only : { kind: 'union', members }
}

/** Each type once; numbers count as one whatever their bounds, since these are not looked at when reading. */
function distinct(types: readonly Type[]): readonly Type[] {
  const found = new Map<unknown, Type>()
  for (const type of types) {
    const key = type.kind === 'ref' ? type.to : type.kind === 'numeric' ? `/${type.as}` : type
    if (!found.has(key)) found.set(key, type)
  }
  return [...found.values()]
}

function one(type: Type | undefined): readonly Type[] {
  return type === undefined ? [] : [type]
}
