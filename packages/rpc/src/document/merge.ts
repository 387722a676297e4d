import { isRecord, type Json, type JsonObject } from '../json-rpc.ts'
import { stringify } from '@rpcloom/schema/json'
import {
  componentAt,
  componentOf,
  keyOf,
  refsIn,
  withRefs,
  type ComponentName,
} from './components.ts'

import { rolesOf } from './roles.ts'

export interface Part {
  /** Key of the group. It becomes the prefix of components with conflicting names. */
  readonly key: string
  readonly document: JsonObject
  /** Returns a copy of a method with the servers that offer the method. */
  readonly located: (method: JsonObject) => JsonObject
}

/**
 * Merges self-contained documents. Of several methods with the same name, keeps the first, since method names
 * are unique in a document. Components with the same name but different content are prefixed with the key of
 * their group. Joins the titles of the documents unless `info` is given.
 */
export function mergeDocuments(parts: readonly Part[], info?: JsonObject): JsonObject {
  const components: Record<string, Record<string, Json>> = {}
  const methods: Json[] = []
  const extensions = new Map<string, Json>()
  const indexByName = new Map<string, number>()
  for (const part of parts) {
    const names = namesFor(part, { components })
    const kept: Json[] = []
    const indices = listOf(part.document['methods']).map((method) => {
      const name = isObject(method) ? nameBySide(method) : undefined
      const known = name === undefined ? undefined : indexByName.get(name)
      if (known !== undefined) return known
      const index = methods.length + kept.push(method) - 1
      if (name !== undefined) indexByName.set(name, index)
      return index
    })
    const moved = (value: Json): Json => withRefs(value, (ref) => movedRef(ref, names, indices))
    for (const [section, members] of sectionsOf(part.document)) {
      const known = components[section] ?? {}
      const added = Object.entries(members)
        .map(([name, member]) => [names.get(keyOf({ section, name })) ?? name, member] as const)
        .filter(([name]) => !Object.hasOwn(known, name))
        .map(([name, member]) => [name, moved(member)] as const)
      components[section] = { ...known, ...Object.fromEntries(added) }
    }
    for (const method of kept) {
      const made = moved(method)
      methods.push(isObject(made) ? part.located(made) : made)
    }
    for (const one of listOf(part.document['x-extensions'])) extensions.set(stringify(one), one)
  }
  const [first] = parts
  const titles = parts.map(({ document, key }) => infoOf(document, 'title') ?? key)
  return {
    openrpc: first?.document['openrpc'] ?? '1.3.2',
    info: info ?? {
      title: titles.join(', '),
      version: (first && infoOf(first.document, 'version')) ?? '0.0.0',
    },
    ...(extensions.size > 0 && { 'x-extensions': [...extensions.values()] }),
    // A document alone keeps its description, licence and extensions.
    ...(parts.length === 1 && info === undefined && first?.document),
    methods,
    components,
  }
}

/** Returns a key of a method. Both sides may implement a method with the same name. */
function nameBySide(method: JsonObject): string | undefined {
  const { name } = method
  return typeof name === 'string' ? `${name} ${rolesOf(method).join()}` : undefined
}

function isObject(json: Json): json is JsonObject {
  return isRecord(json)
}

function listOf(json: Json | undefined): readonly Json[] {
  return Array.isArray(json) ? (json as readonly Json[]) : []
}

function infoOf({ info }: JsonObject, member: string): string | undefined {
  const declared = isRecord(info) ? info[member] : undefined
  return typeof declared === 'string' ? declared : undefined
}

function sectionsOf({ components }: JsonObject): readonly (readonly [string, JsonObject])[] {
  if (!isRecord(components)) return []
  return Object.entries(components).flatMap(([section, members]) =>
    isRecord(members) ? [[section, members] as const] : [],
  )
}

/** Returns new names for the components of a document that conflict with components merged before. */
function namesFor({ key, document }: Part, there: JsonObject): ReadonlyMap<string, string> {
  const own = sectionsOf(document).flatMap(([section, members]) =>
    Object.keys(members).map((name): ComponentName => ({ section, name })),
  )
  const taken = own.filter((component) => componentAt(there, component) !== undefined)
  const renamed = new Set(
    taken
      .filter((one) => stringify(componentAt(there, one)) !== stringify(componentAt(document, one)))
      .map(keyOf),
  )
  // A component that refers to a renamed component changes too, so it is also renamed.
  for (let before = -1; before !== renamed.size;) {
    before = renamed.size
    for (const component of taken) {
      for (const ref of refsIn(componentAt(document, component))) {
        const target = componentOf(ref)
        if (target && renamed.has(keyOf(target))) renamed.add(keyOf(component))
      }
    }
  }
  const stem = `${key.charAt(0).toUpperCase()}${key.slice(1)}`
  const names = new Map<string, string>()
  for (const component of own) {
    if (!renamed.has(keyOf(component))) continue
    const { section } = component
    let name = `${stem}${component.name}`
    while (
      componentAt(there, { section, name }) !== undefined ||
      componentAt(document, { section, name }) !== undefined
    ) {
      name += '_'
    }
    names.set(keyOf(component), name)
  }
  return names
}

function movedRef(
  ref: string,
  names: ReadonlyMap<string, string>,
  indices: readonly number[],
): string {
  const [, index, rest = ''] = /^#\/methods\/(\d+)(\/.*)?$/.exec(ref) ?? []
  if (index !== undefined) return `#/methods/${indices[Number(index)] ?? index}${rest}`
  const component = componentOf(ref)
  const name = component && names.get(keyOf(component))
  if (name === undefined) return ref
  const [root, components, section, , ...inner] = ref.split('/')
  const written = name.replaceAll('~', '~0').replaceAll('/', '~1')
  return [
    root,
    components,
    section,
    written.replace(/\P{Cs}+/gu, encodeURIComponent),
    ...inner,
  ].join('/')
}
