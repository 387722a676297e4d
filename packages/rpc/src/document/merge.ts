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
import { type Sides, sidesOf } from './roles.ts'

export interface Part {
  /** Key of the group. It becomes the prefix of components with conflicting names. */
  readonly key: string
  readonly document: JsonObject
  /** Returns a copy of a method with the servers that offer the method. */
  readonly located: (method: JsonObject) => JsonObject
}

/**
 * Merges self-contained documents. Of several methods with the same name, keeps the first, since method names
 * are unique for each side. Components with the same name but different content are prefixed with the key of
 * their group. Joins the titles of the documents unless `info` is given.
 */
export function mergeDocuments(parts: readonly Part[], info?: JsonObject): JsonObject {
  const sections = new Map<string, JsonObject>()
  const methods: Json[] = []
  const extensions = new Map<string, Json>()
  const indexByName = new Map<string, number>()
  for (const part of parts) {
    const renamed = namesFor(part, { components: Object.fromEntries(sections) })
    const kept: Json[] = []
    const declared = listOf(part.document['methods'])
    const sides = sidesOf(declared.filter(isObject))
    const indices = declared.map((method) => {
      const names = isObject(method) ? namesBySide(method, sides) : []
      const [known] = names.flatMap((name) => indexByName.get(name) ?? [])
      if (known !== undefined && names.every((name) => indexByName.has(name))) return known
      const index = methods.length + kept.push(method) - 1
      for (const name of names) if (!indexByName.has(name)) indexByName.set(name, index)
      return index
    })
    const moved = (value: Json): Json => withRefs(value, (ref) => movedRef(ref, renamed, indices))
    for (const [section, members] of sectionsOf(part.document)) {
      const known = sections.get(section) ?? {}
      const added = Object.entries(members)
        .map(([name, member]) => [renamed.get(keyOf({ section, name })) ?? name, member] as const)
        .filter(([name]) => !Object.hasOwn(known, name))
        .map(([name, member]) => [name, moved(member)] as const)
      sections.set(section, { ...known, ...Object.fromEntries(added) })
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
    components: Object.fromEntries(sections),
  }
}

/** Returns keys of a method, one for each side. Both sides may implement a method with the same name. */
function namesBySide(method: JsonObject, sides: Sides): readonly string[] {
  const { name } = method
  return typeof name === 'string' ? sides.of(method).map((side) => `${side} ${name}`) : []
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
