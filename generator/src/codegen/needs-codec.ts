import { gather } from '../json/gather.ts'
import { everyMethod } from '../model/sides.ts'
import type { Api, NumericType, Type, TypeId } from '../model/types.ts'
import { childTypes, referencesOf } from '../model/walk.ts'
import { cachedByApi } from './cached-by-api.ts'

/** Named types that contain certain values at any depth, computed once per model. */
interface Findings {
  /** Types with values whose decoded form differs from their JSON form. */
  readonly coded: ReadonlySet<TypeId>
  /** Types with an integer that is sent as a JSON number and may exceed 2^53. */
  readonly wide: ReadonlySet<TypeId>
  /** Types with a number of a custom format with a codec. */
  readonly numbers: ReadonlySet<TypeId>
  /** Types with a bigint that is sent as a JSON number. */
  readonly bare: ReadonlySet<TypeId>
  /**
   * Object types that are members of a union. Their shapes include their literals, which distinguish the
   * members.
   */
  readonly alternatives: ReadonlySet<TypeId>
  /** Cached results of `needsCodec`, which is called for each type at each level of nesting. */
  readonly asked: WeakMap<Type, boolean>
}

/** Whether the decoded form of values of the type differs from their JSON form. */
export function needsCodec(api: Api, type: Type): boolean {
  const { coded, asked } = findings(api)
  const ask = (part: Type): boolean => {
    if (isCoded(part)) return true
    if (part.kind === 'ref') return coded.has(part.to)
    const known = asked.get(part) ?? childTypes(part).some(ask)
    asked.set(part, known)
    return known
  }
  return ask(type)
}

/** Whether values of the type can contain integers beyond 2^53, which `JSON.parse` rounds. */
export function needsLossless(api: Api, type: Type): boolean {
  return holds(type, isWide, findings(api).wide)
}

/** Whether encoded values may contain bigints, which `JSON.stringify` rejects. */
export function needsStringify(api: Api, type: Type): boolean {
  return holds(type, isBare, findings(api).bare)
}

export function isAlternative(api: Api, id: TypeId): boolean {
  return findings(api).alternatives.has(id)
}

/**
 * Whether the values themselves are converted, rather than only their members or items. This applies to
 * numbers, and to strings and numbers of a custom format with a codec.
 */
export function isCoded(type: Type): boolean {
  if (type.kind !== 'string' && type.kind !== 'number') return type.kind === 'numeric'
  return type.custom?.hasCodec === true
}

/** Whether a type contains a number of a custom format, which programs use in another form. */
export function hasNumberFormat(api: Api, type: Type): boolean {
  return holds(type, isNumberFormat, findings(api).numbers)
}

function isNumberFormat(type: Type): boolean {
  return type.kind === 'number' && type.custom?.hasCodec === true
}

function isWideFormat(type: Type): boolean {
  return type.kind === 'number' && type.wide === true && isNumberFormat(type)
}

function isWide(type: Type): boolean {
  if (isWideFormat(type)) return true
  return (
    type.kind === 'numeric' &&
    type.as === 'bigint' &&
    type.encoding !== 'hex' &&
    type.textOnly !== true &&
    !isSafe(type)
  )
}

function isBare(type: Type): boolean {
  if (isWideFormat(type)) return true
  return (
    type.kind === 'numeric' && type.as === 'bigint' && type.encoding === 'number' && !isSafe(type)
  )
}

/** Whether a double represents every value of the type. */
function isSafe({ min, max }: NumericType): boolean {
  return [min, max].every((bound) => bound !== undefined && BigInt.asIntN(54, bound) === bound)
}

const findings = cachedByApi((api): Findings => ({
  coded: reaching(api, isCoded),
  wide: reaching(api, isWide),
  bare: reaching(api, isBare),
  numbers: reaching(api, isNumberFormat),
  alternatives: alternativesOf(api),
  asked: new WeakMap(),
}))

/** Returns every named type that contains, directly or through references, a type that `wanted` accepts. */
function reaching(api: Api, wanted: (type: Type) => boolean): ReadonlySet<TypeId> {
  const types = [...api.types.values()]
  const users = gather(
    types.flatMap(({ id, type }) => referencesOf(type).map((to) => [to, id] as const)),
  )
  const found = new Set(
    types.filter(({ type }) => holds(type, wanted, new Set())).map(({ id }) => id),
  )
  const queue = [...found]
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    for (const user of users.get(id) ?? []) {
      if (found.has(user)) continue
      found.add(user)
      queue.push(user)
    }
  }
  return found
}

function holds(type: Type, wanted: (type: Type) => boolean, named: ReadonlySet<TypeId>): boolean {
  if (wanted(type)) return true
  if (type.kind === 'ref') return named.has(type.to)
  return childTypes(type).some((part) => holds(part, wanted, named))
}

function alternativesOf(api: Api): ReadonlySet<TypeId> {
  const found = new Set<TypeId>()
  const visit = (type: Type): void => {
    // A union of one type and null is no choice between several shapes.
    if (type.kind === 'union' && type.members.filter(({ kind }) => kind !== 'null').length > 1) {
      for (const member of type.members) if (member.kind === 'ref') found.add(member.to)
    }
    childTypes(type).forEach(visit)
  }
  for (const named of api.types.values()) visit(named.type)
  for (const group of api.groups) {
    for (const method of everyMethod(group)) if (method.result) visit(method.result.type)
  }
  return found
}
