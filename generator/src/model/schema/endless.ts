import type { Finding } from '../../diagnostics.ts'
import type { Loaded } from '../../load/types.ts'
import { isArray, isObject, listOf, numberOf, own, textsOf } from '../json.ts'
import { placeId } from '../place.ts'
import { follow } from '../reference.ts'
import type { Json, JsonObject, TypeId } from '../types.ts'
import type { TypeDraft } from './reader.ts'

/** Whether some value of a referenced type is known to be finite. */
type Ends = (ref: string) => boolean

/**
 * Reports types without a finite value: each value would have to hold another one of its type. A type ends
 * when its required members, its first items and one of its alternatives do; types that refer to it are
 * looked at again once it is known to end.
 */
export function endlessTypes(
  loaded: Loaded,
  drafts: ReadonlyMap<TypeId, TypeDraft>,
): readonly Finding[] {
  const ending = new Set<TypeId>()
  const waiting = new Map<TypeId, TypeId[]>()
  const queue = [...drafts.values()]
  for (let draft = queue.pop(); draft !== undefined; draft = queue.pop()) {
    const { id, place, schema } = draft
    if (ending.has(id)) continue
    const ends: Ends = (ref) => {
      const target = follow(loaded, place.file, ref)
      const to = target && placeId(target.place)
      if (to === undefined || !drafts.has(to) || ending.has(to)) return true
      const others = waiting.get(to)
      if (others === undefined) waiting.set(to, [id])
      else others.push(id)
      return false
    }
    if (!hasFiniteValue(schema.json, ends)) continue
    ending.add(id)
    for (const other of waiting.get(id) ?? []) {
      const again = drafts.get(other)
      if (again !== undefined) queue.push(again)
    }
    waiting.delete(id)
  }
  return [...drafts.values()].filter(({ id }) => !ending.has(id)).map(endless)
}

function endless({ place }: TypeDraft): Finding {
  const message = 'No finite value is valid: each one has to hold another, without end.'
  return { code: 'RL306', message, place }
}

function hasFiniteValue(json: Json | undefined, ends: Ends): boolean {
  if (!isObject(json)) return true
  const ref = own(json, '$ref')
  if (typeof ref === 'string' && !ends(ref)) return false
  const every = (list: readonly Json[]): boolean => list.every((one) => hasFiniteValue(one, ends))
  const some = (list: readonly Json[]): boolean =>
    list.length === 0 || list.some((one) => hasFiniteValue(one, ends))
  return (
    every(listOf(json, 'allOf')) &&
    some(listOf(json, 'anyOf')) &&
    some(listOf(json, 'oneOf')) &&
    (isScalar(json) || (every(requiredMembers(json)) && every(requiredItems(json))))
  )
}

/** Whether a value of another type than an object or an array is valid. */
function isScalar(json: JsonObject): boolean {
  const type = own(json, 'type')
  if (own(json, 'const') !== undefined || isArray(own(json, 'enum'))) return true
  if (own(json, 'nullable') === true) return true
  const words = isArray(type) ? type : [type]
  // Without a type, a schema with members is meant for objects, and any scalar is still valid.
  return words.some((word) => word !== 'object' && word !== 'array')
}

function requiredMembers(json: JsonObject): readonly Json[] {
  if (!mustBe(json, 'object')) return []
  const properties = own(json, 'properties')
  const required = textsOf(json, 'required').flatMap((name) => own(properties, name) ?? [])
  const declared = isObject(properties) ? Object.keys(properties).length : 0
  const further = own(json, 'additionalProperties')
  const isFurtherRequired =
    further !== undefined &&
    (numberOf(json, 'minProperties') ?? 0) > declared &&
    own(json, 'patternProperties') === undefined
  return isFurtherRequired ? [...required, further] : required
}

function requiredItems(json: JsonObject): readonly Json[] {
  if (!mustBe(json, 'array')) return []
  const least = numberOf(json, 'minItems') ?? 0
  const items = own(json, 'items')
  const first = isArray(items) ? items : listOf(json, 'prefixItems')
  const rest = isArray(items) ? own(json, 'additionalItems') : items
  const contained = (numberOf(json, 'minContains') ?? 1) > 0 ? own(json, 'contains') : undefined
  return [
    ...first.slice(0, least),
    ...(least > first.length && rest !== undefined ? [rest] : []),
    ...(contained === undefined ? [] : [contained]),
  ]
}

function mustBe(json: JsonObject, word: 'object' | 'array'): boolean {
  const type = own(json, 'type')
  return type === word || (isArray(type) && type.length === 1 && type[0] === word)
}
