import { gather, isArray, isObject, own } from 'rpcloom/codegen'
import type { Group, Json, JsonObject } from 'rpcloom/model'
import { componentOf, refsIn, withRefs } from '@rpcloom/rpc/internal'

/**
 * Maximum number of components in the document of a single method. A component may refer to nearly
 * all other components.
 */
const mostComponents = 64

export interface GroupParts {
  /** The group's document without methods and components. */
  readonly head: JsonObject
  readonly components: Json | undefined
  /** URL of the group's document, relative to the documents of its methods. */
  readonly whole: string
}

export function groupParts(
  { bundle }: Group,
  whole: string,
): { readonly parts: GroupParts; readonly methods: ReadonlyMap<Json | undefined, JsonObject> } {
  const { components, methods: listed, ...head } = bundle
  const methods = (isArray(listed) ? listed : [])
    .filter(isObject)
    .map((json) => [own(json, 'name'), json] as const)
  return { parts: { head, components, whole }, methods: new Map(methods) }
}

/**
 * Returns the document of a single method with the components that the method needs. If there are
 * too many, the references lead to the group's document instead.
 */
export function methodDocument(method: JsonObject, parts: GroupParts): JsonObject {
  const { head, components, whole } = parts
  const componentAt = (path: string): Json | undefined => {
    const [kind = '', ...name] = path.split('/')
    return own(own(components, kind), name.join('/'))
  }
  const usedBy = (path: string): readonly string[] => componentNames(componentAt(path) ?? null)
  const paths = reachableFrom(componentNames(method), usedBy)
  if (paths === undefined) {
    const elsewhere = (ref: string): string =>
      ref.startsWith('#/components/') ? `${whole}${ref}` : ref
    return { ...head, methods: [withRefs(method, elsewhere)] }
  }
  return { ...head, methods: [method], components: componentsAt(paths, componentAt) }
}

const known = new WeakMap<object, readonly string[]>()

/**
 * Returns `section/name` of each component to which a value refers. The result is cached by value.
 */
function componentNames(json: Json): readonly string[] {
  if (typeof json !== 'object' || json === null) return []
  const before = known.get(json)
  if (before) return before
  const names = [...refsIn(json)].flatMap((ref) => {
    const component = componentOf(ref)
    return component ? [`${component.section}/${component.name}`] : []
  })
  known.set(json, names)
  return names
}

/**
 * Returns the components that are reachable from `names`. Returns undefined if there are too many.
 */
function reachableFrom(
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

function componentsAt(
  paths: readonly string[],
  componentAt: (path: string) => Json | undefined,
): JsonObject {
  const kinds = gather(
    paths.flatMap((path) => {
      const [kind = '', ...name] = path.split('/')
      const component = componentAt(path)
      return component === undefined ? [] : [[kind, [name.join('/'), component]] as const]
    }),
  )
  return Object.fromEntries([...kinds].map(([kind, list]) => [kind, Object.fromEntries(list)]))
}
