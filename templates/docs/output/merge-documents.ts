import { jsonText } from 'rpcloom/emit'
import type { Group, Json, JsonObject } from 'rpcloom/model'
import { isJsonObject, listOf, memberOf } from '../site/schema-member.ts'
import { componentNames, componentRef, unescaped } from './component-names.ts'

/**
 * One document with the methods of all groups. Each method names its servers. Components of one name
 * that differ between groups get the group's name before theirs.
 */
export function mergeDocuments(
  { title, version }: { readonly title: string; readonly version: string },
  groups: readonly Group[],
): JsonObject {
  const clashing = clashingNames(groups)
  const parts = groups.map((group) => renamedOnce(group, clashing))
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

/** Of methods with one name the first stays: a document may not have two. */
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

/** `kind/name` of components that are not the same in all groups, themselves or through what they refer to. */
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
  /** The components that it refers to. */
  readonly used: readonly string[]
}

const known = new WeakMap<JsonObject, readonly Component[]>()

/** A document that stayed the same since the run before has the same components. */
function componentsIn(bundle: JsonObject): readonly Component[] {
  const last = known.get(bundle)
  if (last !== undefined) return last
  const components = Object.entries(componentsOf(bundle)).flatMap(([kind, members]) =>
    Object.entries(isJsonObject(members) ? members : {}).map(([name, component]) => ({
      key: `${kind}/${name}`,
      text: jsonText(component),
      used: componentNames(component),
    })),
  )
  known.set(bundle, components)
  return components
}

const before = new WeakMap<
  JsonObject,
  { readonly typeName: string; readonly clashing: string; readonly made: JsonObject }
>()

/** The same for a document that stayed the same since the run before, among others that clash with it as then. */
function renamedOnce(group: Group, clashing: ReadonlySet<string>): JsonObject {
  const { bundle, typeName } = group
  const names = [...clashing].join('\n')
  const last = before.get(bundle)
  if (last?.typeName === typeName && last.clashing === names) return last.made
  const made = renamed(group, clashing)
  before.set(bundle, { typeName, clashing: names, made })
  return made
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
