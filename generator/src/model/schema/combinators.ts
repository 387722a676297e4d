import { isObject, listOf, own } from '../../json/members.ts'
import { below } from '../../json/place.ts'
import type { Json, JsonObject, Place } from '../../json/types.ts'
import type { Type } from '../types.ts'
import { unite } from './compose.ts'
import { constantUnion } from './constant.ts'
import { type Discriminator, discriminatorOf, tagged } from './discriminator.ts'
import type { SchemaReader } from './reader.ts'
import { onlyLimits } from './scalar.ts'

export function hasCombinators(json: Json): boolean {
  return ['allOf', 'oneOf', 'anyOf'].some((keyword) => listOf(json, keyword).length > 0)
}

/**
 * Intersects the type of a schema with the types of `allOf`, `oneOf` and `anyOf`. `not`, `if`,
 * `then` and `else` do not affect the type, and are only used in validation.
 */
export function combined(
  reader: SchemaReader,
  place: Place,
  json: JsonObject,
  hasBase: boolean,
): readonly Type[] {
  const parts = listOf(json, 'allOf')
    .map((member, index) => ({ place: below(place, 'allOf', index), json: member }))
    .filter((member) => !onlyRestricts(member.json))
  const typed = parts.filter(({ json: part }) => !onlyLimits(part) || hasCombinators(part))
  const all = (hasBase || typed.length > 0 ? typed : parts).map(reader.read)
  const discriminator = discriminatorOf(place, json)
  const choices = (['oneOf', 'anyOf'] as const).flatMap((keyword): readonly Type[] => {
    const members = listOf(json, keyword)
    if (members.length === 0) return []
    const mayBeConstraints = hasBase || all.length > 0
    if (mayBeConstraints && members.some(isConstraint)) return []
    return [
      constantUnion(members) ?? unionAt(reader, below(place, keyword), { members, discriminator }),
    ]
  })
  return [...all, ...choices]
}

function unionAt(
  reader: SchemaReader,
  place: Place,
  choice: {
    readonly members: readonly Json[]
    readonly discriminator: Discriminator | undefined
  },
): Type {
  const { members, discriminator } = choice
  const types = members.map((json, index) => {
    const at = { place: below(place, index), json }
    const type = reader.inline(at)
    return discriminator === undefined ? type : tagged(reader, discriminator, { ...at, type })
  })
  return unite(types)
}

/**
 * Whether a member of `allOf` only restricts values, like a condition or negation, and has no type.
 */
function onlyRestricts(json: Json): boolean {
  const narrowing = new Set(['if', 'then', 'else', 'not', 'description', 'title', '$comment'])
  return json === true || (isObject(json) && Object.keys(json).every((key) => narrowing.has(key)))
}

/**
 * Whether an alternative only restricts the enclosing schema and has no type, as in `anyOf: [{
 * required: ['a'] }, { required: ['b'] }]` next to `properties`.
 */
function isConstraint(json: Json): boolean {
  if (!isObject(json) || own(json, 'type') !== undefined) return json === true
  return Object.keys(json).every((key) => constraints.has(key))
}

const constraints: ReadonlySet<string> = new Set(
  `required not minProperties maxProperties dependencies dependentRequired
   title description $comment`.split(/\s+/),
)
