import { isObject, jsonText } from 'rpcloom/codegen'
import { type Api, type Json, type ObjectType, resolveType, type Type } from 'rpcloom/model'
import { type Branch, branchesOf } from './branches.ts'

/**
 * Returns the index of the alternative of a result that a value has: among those whose required members and constants
 * the value has, the one that declares most of its members. Undefined if the result has no alternatives, or none
 * matches.
 */
export function variantOf(api: Api, type: Type, value: Json): number | undefined {
  const branches = branchesOf(api, type)
  if (branches.length < 2) return undefined
  const part = itemOf(api, type, value)
  const scores = branches.map((branch) => scoreOf(branch, part))
  const best = Math.max(...scores)
  return best < 0 ? undefined : scores.indexOf(best)
}

/** Returns the first item of a value whose type is a list, as alternatives describe items. */
function itemOf(api: Api, type: Type, value: Json): Json {
  const resolved = resolveType(api, type)
  if (resolved.kind !== 'array' || !Array.isArray(value)) return value
  const [first = null] = value as readonly Json[]
  return itemOf(api, resolved.items, first)
}

function scoreOf({ type, value: scalar }: Branch, value: Json): number {
  if (scalar !== undefined && type.properties.length === 0) return isObject(value) ? -1 : 0
  if (!isObject(value)) return -1
  const isMatch = type.properties.every(({ name, required, type: member }) =>
    Object.hasOwn(value, name) ? isPossible(member, value[name] ?? null) : !required,
  )
  return isMatch ? declaredIn(type, value) : -1
}

function isPossible(type: Type, value: Json): boolean {
  switch (type.kind) {
    case 'literal':
      return jsonText(type.value) === jsonText(value)
    case 'enum':
      return type.members.some((member) => jsonText(member.value) === jsonText(value))
    default:
      return true
  }
}

function declaredIn({ properties }: ObjectType, value: object): number {
  return properties.filter(({ name }) => Object.hasOwn(value, name)).length
}
