import { jsonText } from '../../json/text.ts'
import type { Doc, ObjectType, Property, TupleType, Type } from '../types.ts'

/**
 * Returns the union of types. Nested unions are flattened and duplicates are removed. If a member
 * is `unknown`, the union is `unknown`.
 */
export function unite(types: readonly Type[]): Type {
  const flat = types.flatMap((type) =>
    type.kind === 'union' && type.discriminator === undefined
      ? type.members.map((member) => describedBy(member, member.doc ?? type.doc))
      : [type],
  )
  if (flat.some((type) => type.kind === 'unknown')) return { kind: 'unknown' }
  const members = distinct(flat.filter((type) => type.kind !== 'never'))
  const [only] = members
  if (only === undefined) return { kind: 'never' }
  return members.length === 1 ? only : { kind: 'union', members }
}

/**
 * Returns the intersection of types. Inline objects are merged. A member is dropped if another
 * member implies it, such as `string` next to an enum of strings.
 */
export function intersect(types: readonly Type[]): Type {
  const flat = types
    .flatMap((type) => (type.kind === 'intersection' ? type.members : [type]))
    .filter((type) => type.kind !== 'unknown')
  const merged = mergeTuples(mergeObjects(distinct(flat)))
  const implied = impliedMembers(merged)
  const members = merged.filter((_, index) => !implied.has(index))
  const [only] = members
  if (only === undefined) return { kind: 'unknown' }
  return members.length === 1 ? only : { kind: 'intersection', members }
}

function distinct(types: readonly Type[]): readonly Type[] {
  if (types.length < 2) return types
  const seen = new Map<string, Type>()
  for (const type of types) {
    const key = fingerprint(type)
    seen.set(key, describedBy(type, bothDocs(seen.get(key)?.doc, type.doc)))
  }
  return [...seen.values()]
}

/** Adds the documentation of an alternative to its type. */
export function describedBy(type: Type, doc: Doc | undefined): Type {
  return doc === type.doc || doc === undefined ? type : { ...type, doc }
}

/** Returns the documentation of two alternatives of the same type. */
function bothDocs(one: Doc | undefined, other: Doc | undefined): Doc | undefined {
  if (one === undefined || other === undefined) return one ?? other
  const texts = [one, other].map(({ summary, description }) => description ?? summary ?? '')
  return { description: [...new Set(texts)].join('; ') }
}

/** Serializes a type without descriptions and places, to compare types. */
function fingerprint(type: Type): string {
  return jsonText(type, (key, value: unknown) => {
    if (key === 'doc' || key === 'schema' || key === 'description') return undefined
    return typeof value === 'bigint' ? String(value) : value
  })
}

function mergeObjects(types: readonly Type[]): readonly Type[] {
  const objects = types.filter((type) => type.kind === 'object')
  const [first, ...others] = objects
  if (first === undefined || others.length === 0) return types
  const merged = others.reduce<ObjectType>(mergeTwo, first)
  return types.flatMap((type): readonly Type[] => {
    if (type.kind !== 'object') return [type]
    return type === first ? [merged] : []
  })
}

/**
 * Merges intersected tuples item by item, because TypeScript reduces an intersection of tuples of different
 * lengths to `never`.
 */
function mergeTuples(types: readonly Type[]): readonly Type[] {
  const tuples = types.filter((type) => type.kind === 'tuple')
  const [first, ...others] = tuples
  if (first === undefined || others.length === 0) return types
  const merged = others.reduce<TupleType>(joinTwo, first)
  return types.flatMap((type): readonly Type[] => {
    if (type.kind !== 'tuple') return [type]
    return type === first ? [merged] : []
  })
}

function joinTwo(left: TupleType, right: TupleType): TupleType {
  const length = Math.max(left.items.length, right.items.length)
  const at = ({ items, rest }: TupleType, index: number): Type =>
    items[index] ?? rest ?? { kind: 'unknown' }
  const rests = [left.rest, right.rest].filter((rest) => rest !== undefined)
  return {
    kind: 'tuple',
    items: Array.from({ length }, (_, index) => intersect([at(left, index), at(right, index)])),
    required: Math.max(left.required, right.required),
    ...(rests.length === 0 ? {} : { rest: intersect(rests) }),
  }
}

function mergeTwo(left: ObjectType, right: ObjectType): ObjectType {
  const properties = new Map(left.properties.map((property) => [property.name, property]))
  for (const property of right.properties) {
    const before = properties.get(property.name)
    properties.set(property.name, before === undefined ? property : mergeProperty(before, property))
  }
  const patterns = [...(left.patterns ?? []), ...(right.patterns ?? [])]
  const additional = mergeAdditional(left.additional, right.additional)
  return {
    kind: 'object',
    properties: [...properties.values()],
    ...(additional === undefined ? {} : { additional }),
    ...(patterns.length === 0 ? {} : { patterns }),
  }
}

/**
 * Merges two declarations of a property. The declaration with a known type provides the description
 * and schema, because the other declaration may only be an entry of `required`.
 */
function mergeProperty(left: Property, right: Property): Property {
  const specific = left.type.kind === 'unknown' ? right : left
  return {
    ...specific,
    required: left.required || right.required,
    type: intersect([left.type, right.type]),
  }
}

function mergeAdditional(
  left: ObjectType['additional'],
  right: ObjectType['additional'],
): ObjectType['additional'] {
  if (left === false || right === false) return false
  if (left === undefined || right === undefined) return left ?? right
  return intersect([left, right])
}

/** Returns the members of an intersection that another member implies, as indexes. */
export function impliedMembers(all: readonly Type[]): ReadonlySet<number> {
  const isImplied = (type: Type, index: number): boolean =>
    all.some((other, at) => {
      if (at === index) return false
      // If two members imply each other, the first member is kept.
      return implies(other, type) && !(implies(type, other) && index < at)
    })
  return new Set(all.flatMap((type, index) => (isImplied(type, index) ? [index] : [])))
}

/**
 * Whether every value of `narrow` is also a value of `wide`. References are not resolved. If a type
 * contains references, the result may be false although all values of `narrow` are values of `wide`.
 */
function implies(narrow: Type, wide: Type): boolean {
  switch (wide.kind) {
    case 'string':
      return wide.format === undefined && isOf(narrow, 'string', ['string'])
    case 'number':
      return wide.custom === undefined && isOf(narrow, 'number', ['number', 'numeric'])
    case 'boolean':
      return isOf(narrow, 'boolean', ['boolean'])
    case 'numeric':
      return isOf(narrow, 'number', ['numeric']) || isOf(narrow, 'string', [])
    case 'array':
      if (wide.items.kind === 'unknown') return ['array', 'tuple'].includes(narrow.kind)
      return narrow.kind === 'array' && implies(narrow.items, wide.items)
    case 'object':
      return isBare(wide) && isRecord(narrow)
    case 'union':
      return narrow.kind !== 'union' && wide.members.some((member) => implies(narrow, member))
    case 'enum':
      return narrow.kind === 'literal' && wide.members.some(({ value }) => value === narrow.value)
    case 'unknown':
    case 'never':
    case 'null':
    case 'literal':
    case 'tuple':
    case 'intersection':
    case 'ref':
      return false
    default:
      return wide satisfies never
  }
}

function isOf(type: Type, of: 'string' | 'number' | 'boolean', kinds: readonly string[]): boolean {
  if (type.kind === 'literal') return typeof type.value === of
  if (type.kind === 'enum') return type.members.every(({ value }) => typeof value === of)
  if (type.kind === 'union') return type.members.every((member) => isOf(member, of, kinds))
  return kinds.includes(type.kind)
}

function isBare(type: ObjectType): boolean {
  return (
    type.properties.length === 0 && type.additional === undefined && type.patterns === undefined
  )
}

/**
 * Whether a type is an object type. A reference is also treated as an object type, because a bare
 * `type: object` next to a reference adds nothing.
 */
function isRecord(type: Type): boolean {
  if (type.kind === 'union') return type.members.every(isRecord)
  return type.kind === 'object' || type.kind === 'ref' || type.kind === 'intersection'
}
