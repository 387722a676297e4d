import type { Api, ObjectType, Property, Type, TypeId, UnionType } from '../model/types.ts'
import { cachedByApi } from './cached-by-api.ts'

/** Maximum number of alternatives to combine. Further alternatives are ignored. */
const maxAlternatives = 32

/** Returns the members of a union with all nested unions flattened, including named ones. */
export function flattened(
  api: Api,
  type: UnionType,
  seen: Set<TypeId> = new Set(),
): readonly Type[] {
  return type.members.flatMap((member) => {
    if (member.kind === 'union') return flattened(api, member, seen)
    if (member.kind !== 'ref') return [member]
    const target = api.types.get(member.to)?.type
    if (target === undefined || isRecordLike(target)) return [member]
    if (seen.has(member.to)) return []
    seen.add(member.to)
    return flattened(api, { kind: 'union', members: [target] }, seen)
  })
}

/**
 * Whether a named type remains a reference when a union that contains it is flattened. References to unions,
 * references and scalars are replaced with their targets.
 */
function isRecordLike({ kind }: Type): boolean {
  return kind === 'object' || kind === 'array' || kind === 'tuple' || kind === 'intersection'
}

/** Object types of intersections, cached because nested unions compare an intersection many times. */
const objectsByType = cachedByApi(() => new WeakMap<Type, Type>())

/** Returns an intersection as one object type, or as a union of object types if a member is a union. */
export function objectsOf(api: Api, type: Type): Type {
  const known = objectsByType(api)
  const objects = known.get(type) ?? oneOrUnion(alternatives(api, type, new Map()))
  known.set(type, objects)
  return objects
}

function oneOrUnion(objects: readonly ObjectType[]): Type {
  const [only] = objects
  return only !== undefined && objects.length === 1 ? only : { kind: 'union', members: objects }
}

/** `known` contains the alternatives of references that are already resolved. */
function alternatives(
  api: Api,
  type: Type,
  known: Map<TypeId, readonly ObjectType[]>,
): readonly ObjectType[] {
  switch (type.kind) {
    case 'object':
      return [type]
    case 'ref': {
      const met = known.get(type.to)
      if (met !== undefined) return met
      const target = api.types.get(type.to)?.type
      known.set(type.to, [])
      const forms = target === undefined ? [] : alternatives(api, target, known)
      known.set(type.to, forms)
      return forms
    }
    case 'union':
      return [...new Set(type.members.flatMap((member) => alternatives(api, member, known)))]
    case 'intersection':
      return type.members
        .map((member) => alternatives(api, member, known))
        .filter((members) => members.length > 0)
        .reduce<readonly ObjectType[]>(product, [{ kind: 'object', properties: [] }])
    default:
      return []
  }
}

function product(left: readonly ObjectType[], right: readonly ObjectType[]): readonly ObjectType[] {
  return left.flatMap((a) => right.map((b) => merged(a, b))).slice(0, maxAlternatives)
}

function merged(a: ObjectType, b: ObjectType): ObjectType {
  const names = new Set(a.properties.map(({ name }) => name))
  const properties: readonly Property[] = [
    ...a.properties,
    ...b.properties.filter(({ name }) => !names.has(name)),
  ]
  const additional = a.additional || b.additional
  const patterns = [...(a.patterns ?? []), ...(b.patterns ?? [])]
  return {
    kind: 'object',
    properties,
    ...(additional && { additional }),
    ...(patterns.length > 0 && { patterns }),
  }
}
