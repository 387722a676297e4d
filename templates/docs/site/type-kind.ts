import {
  type Api,
  type NamedType,
  referencesOf,
  resolveType,
  type Type,
  type TypeId,
} from 'rpcloom/model'
import { cachedByApi } from 'rpcloom/codegen'

/** Whether a type has its own page, as components of documents and recursive types do. */
export function hasOwnPage(api: Api, named: NamedType): boolean {
  return named.origin.startsWith('component key') || isRecursive(api, named)
}

/** Whether a type is a scalar without described values. All such types share a single page. */
export function isPrimitive(api: Api, named: NamedType): boolean {
  return isScalar(resolveType(api, named.type))
}

export function isScalar(type: Type): boolean {
  switch (type.kind) {
    case 'unknown':
    case 'never':
    case 'null':
    case 'boolean':
    case 'number':
    case 'string':
    case 'numeric':
    case 'literal':
      return true
    case 'enum':
      return type.members.every(({ description }) => description === undefined)
    case 'array':
    case 'tuple':
    case 'object':
    case 'union':
    case 'intersection':
    case 'ref':
      return false
    default:
      return type satisfies never
  }
}

const circles = cachedByApi(findCircles)

function isRecursive(api: Api, { id }: NamedType): boolean {
  return circles(api).has(id)
}

/** Returns the types that refer to themselves, directly or through other types that are not components. */
function findCircles(api: Api): ReadonlySet<TypeId> {
  const inner = [...api.types.values()].filter(({ origin }) => !origin.startsWith('component key'))
  const edges = new Map(inner.map(({ id, type }) => [id, referencesOf(type)] as const))
  const circular = new Set<TypeId>()
  for (const { id } of inner) {
    const seen = new Set<TypeId>()
    const open = [...(edges.get(id) ?? [])]
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (at === id) circular.add(id)
      if (seen.has(at)) continue
      seen.add(at)
      open.push(...(edges.get(at) ?? []))
    }
  }
  return circular
}
