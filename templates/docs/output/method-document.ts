import type { Group, Json, JsonObject } from 'rpcloom/model'
import { isJsonObject, memberOf } from '../site/schema-member.ts'
import { componentNames } from './component-names.ts'

/** Makes self-contained documents of single methods, each with the components that it needs. */
export function openMethodDocuments({ bundle }: Group): (wire: string) => JsonObject {
  const methods = new Map(listOf(bundle['methods']).map((json) => [memberOf(json, 'name'), json]))
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
    return { ...head, methods: [method], components: componentsAt(paths, componentAt) }
  }
}

function reached(
  from: readonly string[],
  usedBy: (path: string) => readonly string[],
): readonly string[] {
  const found = new Set<string>()
  const open = [...from]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path)) continue
    found.add(path)
    open.push(...usedBy(path))
  }
  return [...found].sort()
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

function listOf(json: Json | undefined): readonly Json[] {
  return Array.isArray(json) ? (json as readonly Json[]).filter(isJsonObject) : []
}
