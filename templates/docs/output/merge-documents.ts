import { jsonText } from 'rpcloom/emit'
import type { Group, Json, JsonObject } from 'rpcloom/model'
import { isJsonObject, listOf, memberOf } from '../site/schema-member.ts'
import { componentNames, componentRef, unescaped } from './component-names.ts'

/**
 * Returns one document with the methods of all groups. Each method lists its servers. Components whose name
 * has different meanings in different groups are prefixed with the group.
 */
export function mergeDocuments(
  { title, version }: { readonly title: string; readonly version: string },
  groups: readonly Group[],
): JsonObject {
  const clashing = clashingNames(groups)
  const parts = groups.map((group) => renamed(group, clashing))
  const kinds = new Set(parts.flatMap((part) => Object.keys(componentsOf(part))))
  const components = Object.fromEntries(
    [...kinds].map((kind) => [
      kind,
      Object.assign({}, ...parts.map((part) => memberOf(componentsOf(part), kind) ?? {})) as Json,
    ]),
  )
  const extensions = parts.flatMap((part) => listOf(part['x-extensions']))
  return {
    openrpc: parts[0]?.['openrpc'] ?? '1.3.2',
    info: { title, version },
    ...(extensions.length > 0 && { 'x-extensions': distinct(extensions) }),
    methods: distinctMethods(parts),
    components,
  }
}

function componentsOf(document: JsonObject): JsonObject {
  const { components } = document
  return isJsonObject(components) ? components : {}
}

function distinct(list: readonly Json[]): readonly Json[] {
  return [...new Map(list.map((item) => [jsonText(item), item])).values()]
}

/** Keeps the first of several methods with the same name: names are unique in a document. */
function distinctMethods(parts: readonly JsonObject[]): readonly Json[] {
  const taken = new Set<Json | undefined>()
  return parts.flatMap((part) =>
    listOf(part['methods']).flatMap((method) => {
      const name = memberOf(method, 'name')
      if (name !== undefined && taken.has(name)) return []
      taken.add(name)
      const servers = part['servers']
      const isBare = isJsonObject(method) && method['servers'] === undefined
      return [isBare && servers !== undefined ? { ...method, servers } : method]
    }),
  )
}

/** Returns `kind/name` of components that differ between groups, directly or through a reference. */
function clashingNames(groups: readonly Group[]): ReadonlySet<string> {
  const texts = new Map<string, Set<string>>()
  const uses = new Map<string, Set<string>>()
  for (const { bundle } of groups) {
    for (const { key, text, used } of componentsIn(bundle)) {
      texts.set(key, (texts.get(key) ?? new Set()).add(text))
      for (const name of used) uses.set(name, (uses.get(name) ?? new Set()).add(key))
    }
  }
  const clashing = new Set<string>()
  const open = [...texts].flatMap(([key, versions]) => (versions.size > 1 ? [key] : []))
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    if (clashing.has(key)) continue
    clashing.add(key)
    open.push(...(uses.get(key) ?? []))
  }
  return clashing
}

interface Component {
  /** `kind/name`. */
  readonly key: string
  readonly text: string
  /** Keys of the components that it refers to. */
  readonly used: readonly string[]
}

function componentsIn(bundle: JsonObject): readonly Component[] {
  return Object.entries(componentsOf(bundle)).flatMap(([kind, members]) =>
    Object.entries(isJsonObject(members) ? members : {}).map(([name, component]) => ({
      key: `${kind}/${name}`,
      text: jsonText(component),
      used: componentNames(component),
    })),
  )
}

function renamed({ bundle, typeName }: Group, clashing: ReadonlySet<string>): JsonObject {
  const rename = (kind: string, name: string): string =>
    clashing.has(`${kind}/${unescaped(name)}`) ? `${typeName}.${name}` : name
  const rewrite = (json: Json): Json => {
    if (Array.isArray(json)) return (json as readonly Json[]).map(rewrite)
    if (!isJsonObject(json)) return json
    return Object.fromEntries(
      Object.entries(json).map(([key, value]) => {
        const ref = key === '$ref' && typeof value === 'string' ? value : ''
        const [, kind, name, rest] = componentRef.exec(ref) ?? []
        if (kind === undefined || name === undefined) return [key, rewrite(value)]
        return [key, `#/components/${kind}/${rename(kind, name)}${rest}`]
      }),
    )
  }
  const components = Object.fromEntries(
    Object.entries(componentsOf(bundle)).map(([kind, members]) => [
      kind,
      Object.fromEntries(
        Object.entries(isJsonObject(members) ? members : {}).map(([name, component]) => [
          rename(kind, name),
          rewrite(component),
        ]),
      ),
    ]),
  )
  const { methods } = bundle
  return { ...bundle, methods: listOf(methods).map(rewrite), components }
}
