import { append } from '../../json/append.ts'
import type { Finding } from '../../diagnostics/diagnostics.ts'
import type { ObjectType, Property, Type, TypeId, UnionType } from '../types.ts'
import type { Place } from '../../json/types.ts'
import { mapType } from '../walk.ts'
import { impliedMembers, intersect, unite } from './compose.ts'
import { alternativesLimit } from './products.ts'
import type { SchemaReader, TypeDraft } from './reader.ts'
import { undeclaredPlace } from './object.ts'

/**
 * Creates a function that completes types after all schemas were read: it adds discriminators to
 * unions and removes circular definitions. The function also accepts types that are not in
 * `reader`.
 */
export function typeCompleter(reader: SchemaReader, findings: Finding[]): CompleteType {
  for (const [id, type] of withoutCircles(reader.drafts)) {
    const draft = reader.drafts.get(id)
    if (draft === undefined) continue
    if (type.kind === 'unknown') reader.untyped.push({ ...draft.place, reason: 'unresolved' })
    reader.drafts.set(id, { ...draft, type })
  }
  const bounded = alternativesLimit((id) => reader.drafts.get(id)?.type)
  const completeType: CompleteType = (type, place) =>
    mapType(type, (inner) => {
      if (inner.kind === 'union') return withDiscriminator(inner, reader.drafts)
      const one = withoutImplied(withOneNumber(inner, reader.drafts), reader.drafts)
      const smaller = bounded(one)
      if (smaller !== one) findings.push(tooLarge(place))
      return smaller
    })
  for (const [id, draft] of reader.drafts) {
    countUndeclared(reader, draft.type)
    const type = completeType(draft.type, draft.place)
    if (type !== draft.type) reader.drafts.set(id, { ...draft, type })
  }
  return completeType
}

/** Completes the type of a schema. */
export type CompleteType = (type: Type, place: Place) => Type

function tooLarge(place: Place): Finding {
  const message =
    'The combinations of alternatives exceed what the TypeScript compiler can handle; the type omits some of them.'
  return { code: 'RL307', message, place }
}

type Drafts = ReadonlyMap<TypeId, TypeDraft>

/**
 * Removes circular definitions. A type may refer to itself in members and items, but not directly
 * through references, unions and intersections: `A = A | B` means `A = B`, and `A = A` has no
 * meaning.
 */
function withoutCircles(drafts: Drafts): ReadonlyMap<TypeId, Type> {
  const changed = new Map<TypeId, Type>()
  const state = new Map<TypeId, 'open' | 'done'>()
  for (const start of drafts.keys()) {
    const stack = [start]
    for (let id = stack.at(-1); id !== undefined; id = stack.at(-1)) {
      const type = drafts.get(id)?.type
      if (type === undefined || state.has(id)) {
        state.set(id, 'done')
        stack.pop()
        continue
      }
      state.set(id, 'open')
      const targets = immediate(type)
      const circular = targets.filter((to) => state.get(to) === 'open')
      if (circular.length > 0) changed.set(id, cut(type, new Set(circular)))
      append(
        stack,
        targets.filter((to) => !state.has(to)),
      )
    }
  }
  return changed
}

/**
 * Returns the types to which a type refers directly or in a union or intersection. References in
 * members and items are not included.
 */
function immediate(type: Type): readonly TypeId[] {
  if (type.kind === 'ref') return [type.to]
  if (type.kind === 'union' || type.kind === 'intersection') return type.members.flatMap(immediate)
  return []
}

function cut(type: Type, circular: ReadonlySet<TypeId>): Type {
  if (type.kind === 'ref') return circular.has(type.to) ? { kind: 'unknown' } : type
  if (type.kind !== 'union' && type.kind !== 'intersection') return type
  const stays = (member: Type): boolean => !(member.kind === 'ref' && circular.has(member.to))
  const members = type.members.filter(stays).map((member) => cut(member, circular))
  if (members.length === 0) return { kind: 'unknown' }
  return type.kind === 'union' ? unite(members) : intersect(members)
}

/**
 * Removes string and number members from an intersection that also contains a number with a codec.
 * No decoded value is both a bigint and a number.
 */
function withOneNumber(type: Type, drafts: Drafts): Type {
  if (type.kind !== 'intersection') return type
  const kinds = type.members.map((member) => kindBehind(member, drafts))
  const at = kinds.indexOf('numeric')
  if (at === -1) return type
  const isWord = (index: number): boolean =>
    ['numeric', 'number', 'string'].includes(kinds[index] ?? '')
  return intersect(type.members.filter((_, index) => index === at || !isWord(index)))
}

/** Removes members that the target of a reference implies, such as `string` in `Hash & string`. */
function withoutImplied(type: Type, drafts: Drafts): Type {
  if (type.kind !== 'intersection') return type
  const implied = impliedMembers(type.members.map((member) => typeBehind(member, drafts)))
  return implied.size === 0 ? type : intersect(type.members.filter((_, at) => !implied.has(at)))
}

function kindBehind(type: Type, drafts: Drafts): Type['kind'] {
  const found = typeBehind(type, drafts)
  // The decoded value of a string or number with a codec is of another type.
  const isScalar = found.kind === 'string' || found.kind === 'number'
  return isScalar && found.custom?.hasCodec === true ? 'numeric' : found.kind
}

function typeBehind(type: Type, drafts: Drafts): Type {
  const seen = new Set<TypeId>()
  let found = type
  while (found.kind === 'ref' && !seen.has(found.to)) {
    seen.add(found.to)
    found = drafts.get(found.to)?.type ?? found
  }
  return found
}

/**
 * Adds the discriminator to a union: a required property that has a different literal in each
 * member. A `null` member is ignored.
 */
function withDiscriminator(union: UnionType, drafts: Drafts): UnionType {
  const members = union.members.filter((member) => member.kind !== 'null')
  if (members.length < 2) return union
  const records = members.map((member) => propertiesOf(member, drafts, new Set()))
  const [first = []] = records
  const distinguishes = (name: string): boolean => {
    const values = records.map((properties) =>
      literalOf(properties.find((property) => property.name === name)),
    )
    return values.every((value) => value !== undefined) && new Set(values).size === values.length
  }
  const discriminator = first.find((property) => distinguishes(property.name))?.name
  return discriminator === undefined ? union : { ...union, discriminator }
}

function literalOf(property: Property | undefined): string | number | boolean | undefined {
  if (property === undefined || !property.required) return undefined
  const { type } = property
  const [only] = type.kind === 'enum' && type.members.length === 1 ? type.members : []
  const value = type.kind === 'literal' ? type.value : only?.value
  return value === null ? undefined : value
}

function propertiesOf(type: Type, drafts: Drafts, seen: Set<TypeId>): ObjectType['properties'] {
  if (type.kind === 'object') return type.properties
  if (type.kind === 'intersection') {
    return type.members.flatMap((member) => propertiesOf(member, drafts, seen))
  }
  if (type.kind !== 'ref' || seen.has(type.to)) return []
  seen.add(type.to)
  const target = drafts.get(type.to)
  return target === undefined ? [] : propertiesOf(target.type, drafts, seen)
}

/**
 * Records properties that are required but that no schema of an `allOf` declares. Their type is
 * `unknown`. Must be called after all references were read and intersected, because any of the
 * schemas may declare the property.
 */
function countUndeclared(reader: SchemaReader, type: Type): void {
  mapType(type, (inner) => {
    if (inner.kind !== 'object') return inner
    for (const { type: of, schema } of inner.properties) {
      if (of.kind !== 'unknown' || !undeclaredPlace.test(schema.place.pointer)) continue
      reader.untyped.push({ ...schema.place, reason: 'undeclared' })
    }
    return inner
  })
}
