import { isRecord, type Json, type JsonObject } from '../json-rpc.ts'
import { stringify } from '../shape/stringify.ts'
import {
  componentAt,
  componentOf,
  keyOf,
  refsIn,
  type ComponentName,
} from './discover-components.ts'

/** A document with the place where its methods are called. */
export interface Part {
  readonly key: string
  readonly path: string
  readonly document: JsonObject
}

/**
 * Merges several documents: each method lists its `servers`. Components with the same name and different
 * content are suffixed with the key of their group.
 */
export function mergedDocument(parts: readonly Part[]): JsonObject {
  const components: Record<string, Record<string, Json>> = {}
  const methods: Json[] = []
  for (const part of parts) {
    const names = namesFor(part, { components })
    const offset = methods.length
    const moved = (value: Json): Json => withRefs(value, (ref) => movedRef(ref, names, offset))
    for (const [section, members] of sectionsOf(part.document)) {
      const known = components[section] ?? {}
      const added = Object.entries(members)
        .map(([name, member]) => [names.get(keyOf({ section, name })) ?? name, member] as const)
        .filter(([name]) => !Object.hasOwn(known, name))
        .map(([name, member]) => [name, moved(member)] as const)
      components[section] = { ...known, ...Object.fromEntries(added) }
    }
    const own: readonly Json[] = Array.isArray(part.document['methods'])
      ? part.document['methods']
      : []
    for (const method of own) {
      const made = moved(method)
      methods.push(isRecord(made) ? { ...made, servers: [{ url: part.path }] } : made)
    }
  }
  const [first] = parts
  const titles = parts.map(({ document, key }) => infoOf(document, 'title') ?? key)
  return {
    openrpc: first?.document['openrpc'] ?? '1.3.2',
    info: {
      title: titles.join(', '),
      version: (first && infoOf(first.document, 'version')) ?? '0.0.0',
    },
    methods,
    components,
  }
}

function infoOf({ info }: JsonObject, member: string): string | undefined {
  const said = isRecord(info) ? info[member] : undefined
  return typeof said === 'string' ? said : undefined
}

function sectionsOf({ components }: JsonObject): readonly (readonly [string, JsonObject])[] {
  if (!isRecord(components)) return []
  return Object.entries(components).flatMap(([section, members]) =>
    isRecord(members) ? [[section, members] as const] : [],
  )
}

/** Returns new names for the components of a part that clash with existing ones. */
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
  // Components that refer to a renamed one differ, too.
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

function movedRef(ref: string, names: ReadonlyMap<string, string>, offset: number): string {
  const [, index, rest = ''] = /^#\/methods\/(\d+)(\/.*)?$/.exec(ref) ?? []
  if (index !== undefined) return `#/methods/${Number(index) + offset}${rest}`
  const component = componentOf(ref)
  const name = component && names.get(keyOf(component))
  if (name === undefined) return ref
  const [root, components, section, , ...inner] = ref.split('/')
  const written = name.replaceAll('~', '~0').replaceAll('/', '~1')
  return [root, components, section, encodeURIComponent(written), ...inner].join('/')
}

function withRefs(value: Json, change: (ref: string) => string): Json {
  if (Array.isArray(value)) return value.map((item: Json) => withRefs(item, change))
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const isRef = name === '$ref' && typeof member === 'string'
      return [name, isRef ? change(member) : withRefs(member, change)]
    }),
  )
}
