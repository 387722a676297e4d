import type { Group, Json, JsonObject } from 'rpcloom/model'
import { isJsonObject, listOf, memberOf } from '../site/schema-member.ts'
import { componentNames } from './component-names.ts'

/** Components that a document of one method holds at most: each may lead to nearly all others. */
const mostComponents = 64

/**
 * Makes documents of single methods, each with the components that it needs; where those are too many, it
 * refers to them in the document of the group, which `whole` is the address of from there.
 */
export function openMethodDocuments(
  { bundle }: Group,
  whole: string,
): (wire: string) => JsonObject {
  const methods = new Map(
    listOf(bundle['methods'])
      .filter(isJsonObject)
      .map((json) => [memberOf(json, 'name'), json]),
  )
  const known = new Map<string, readonly string[]>()
  const componentAt = (path: string): Json | undefined => {
    const [kind = '', ...name] = path.split('/')
    return memberOf(memberOf(bundle['components'], kind), name.join('/'))
  }
  const usedBy = (path: string): readonly string[] => {
    const used = known.get(path) ?? componentNames(componentAt(path) ?? null)
    known.set(path, used)
    return used
  }
  return (wire) => {
    const method = methods.get(wire) ?? { name: wire }
    const { components: _all, methods: _others, ...head } = bundle
    const paths = reached(componentNames(method), usedBy)
    if (paths === undefined) return { ...head, methods: [referringTo(whole, method)] }
    return { ...head, methods: [method], components: componentsAt(paths, componentAt) }
  }
}

/** Everything that names lead to; undefined where that is too much. */
function reached(
  from: readonly string[],
  usedBy: (path: string) => readonly string[],
): readonly string[] | undefined {
  const found = new Set<string>()
  const open = [...from]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path)) continue
    found.add(path)
    if (found.size > mostComponents) return undefined
    open.push(...usedBy(path))
  }
  return [...found].sort()
}

function referringTo(whole: string, json: Json): Json {
  if (Array.isArray(json)) return (json as readonly Json[]).map((item) => referringTo(whole, item))
  if (!isJsonObject(json)) return json
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => {
      const isRef =
        name === '$ref' && typeof value === 'string' && value.startsWith('#/components/')
      return [name, isRef ? `${whole}${value}` : referringTo(whole, value)]
    }),
  )
}

function componentsAt(
  paths: readonly string[],
  componentAt: (path: string) => Json | undefined,
): JsonObject {
  const kinds = new Map<string, (readonly [string, Json])[]>()
  for (const path of paths) {
    const [kind = '', ...name] = path.split('/')
    const component = componentAt(path)
    if (component === undefined) continue
    kinds.set(kind, [...(kinds.get(kind) ?? []), [name.join('/'), component]])
  }
  return Object.fromEntries([...kinds].map(([kind, list]) => [kind, Object.fromEntries(list)]))
}
