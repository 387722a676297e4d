import type { Kind } from '../../openrpc/grammar.ts'
import { tokensOf } from '../../json/pointer.ts'
import { isOtherType } from '../../openrpc/other-type.ts'
import type { Loaded } from '../../openrpc/loaded.ts'
import { isArray, isObject, objectOf } from '../../json/members.ts'
import { kebab } from '../names/identifiers.ts'
import { choose, exactScope, type NameScope } from '../names/name-book.ts'
import { type Located, placeId } from '../../json/place.ts'
import { follow, isDescriptor, referenceFrom, valueBehind } from '../reference.ts'
import { schemaOf } from '../schema/reader.ts'
import type { Json, JsonObject } from '../../json/types.ts'
import type { TypeId } from '../types.ts'
import { rewrite } from './rewrite.ts'

/** Section of `components` for each kind. Elements of other kinds are copied inline. */
const sections: { readonly [kind in Kind]?: string } = {
  schema: 'schemas',
  loose: 'schemas',
  opaque: 'schemas',
  contentDescriptor: 'contentDescriptors',
  error: 'errors',
  example: 'examples',
  examplePairing: 'examplePairings',
  link: 'links',
  tag: 'tags',
}

interface Bundling {
  readonly loaded: Loaded
  readonly file: string
  readonly nameOf: (id: TypeId) => string | undefined
  readonly names: Map<string, NameScope>
  /** Local references to copied components, by section and place. */
  readonly pulled: Map<string, string>
  readonly queue: { section: string; name: string; kind: Kind; at: Located }[]
}

type NameOf = (id: TypeId) => string | undefined
type Document = Loaded['documents'][number]

/**
 * Returns a self-contained document. Elements in other files are copied to `components`. A copy
 * keeps its key if it was already a component, and otherwise gets the name of its type. Unresolved
 * references become schemas that allow every value.
 */
export function bundle(loaded: Loaded, document: Document, nameOf: NameOf): JsonObject {
  const own = objectOf(document.json, 'components') ?? {}
  const names = new Map(
    Object.entries(own).map(([section, entries]) => [
      section,
      exactScope(isObject(entries) ? Object.keys(entries) : []),
    ]),
  )
  const state: Bundling = {
    loaded,
    file: document.file,
    nameOf,
    names,
    pulled: new Map(),
    queue: [],
  }
  const root = localised(state, 'document', document)
  const added = new Map<string, [string, Json][]>()
  // The queue grows while it is processed, because copied components may refer to further
  // components.
  for (const { section, name, kind, at } of state.queue) {
    const json = localised(state, kind, { file: at.place.file, json: at.json }) ?? true
    const entries = added.get(section) ?? []
    entries.push([name, json])
    added.set(section, entries)
  }
  return withComponents(isObject(root) ? root : {}, added)
}

function withComponents(
  document: JsonObject,
  added: ReadonlyMap<string, readonly [string, Json][]>,
): JsonObject {
  if (added.size === 0) return document
  const own = objectOf(document, 'components') ?? {}
  const filled = [...added].map(([section, entries]): [string, JsonObject] => [
    section,
    { ...objectOf(own, section), ...Object.fromEntries(entries) },
  ])
  return { ...document, components: { ...own, ...Object.fromEntries(filled) } }
}

/** Returns a value with references that are local to the bundle. */
function localised(
  state: Bundling,
  kind: Kind,
  part: { readonly file: string; readonly json: Json },
): Json | undefined {
  return rewrite(kind, part.json, (expected, reference, form) => {
    const { $ref, ...siblings } = reference
    if (form === 'list') return localisedList(state, expected, { file: part.file, ref: $ref })
    const found = follow(state.loaded, part.file, $ref)
    if (found === undefined) return expected === 'schema' ? siblings : undefined
    const target =
      expected === 'schema' && isObject(found.json) && isDescriptor(found.json)
        ? schemaTarget(found.place, found.json)
        : found
    const local = localReference(state, expected, target)
    const kept = expected === 'schema' ? withoutOtherType(state, reference, target) : reference
    if (local === $ref) return kept
    if (local !== undefined) return { ...kept, $ref: local }
    return localised(state, expected, { file: target.place.file, json: target.json })
  })
}

/** Removes a `type` next to a reference if the target of the reference excludes that type. */
function withoutOtherType(state: Bundling, reference: JsonObject, target: Located): JsonObject {
  const { type, ...rest } = reference
  if (type === undefined) return reference
  return isOtherType(reference, valueBehind(state.loaded, target)?.json) ? rest : reference
}

/** Copies a referenced list inline, because `components` has no section for lists. */
function localisedList(
  state: Bundling,
  kind: Kind,
  from: { readonly file: string; readonly ref: string },
): readonly Json[] {
  const found = valueBehind(state.loaded, follow(state.loaded, from.file, from.ref))
  if (found === undefined || !isArray(found.json)) return []
  const { file } = found.place
  return found.json.flatMap((json) => localised(state, kind, { file, json }) ?? [])
}

function schemaTarget(place: Located['place'], json: JsonObject): Located {
  const { place: at, json: schema } = schemaOf({ place, json })
  return { place: at, json: schema ?? true }
}

/**
 * Returns a reference to an element in the bundle. Returns undefined if the element is copied
 * inline.
 */
function localReference(state: Bundling, kind: Kind, target: Located): string | undefined {
  if (target.place.file === state.file) return referenceFrom(state.file, target.place)
  const section = sections[kind]
  if (section === undefined) return undefined
  const key = `${section} ${placeId(target.place)}`
  const known = state.pulled.get(key)
  if (known !== undefined) return known
  const name = nameFor(state, section, target)
  const reference = `#/components/${section}/${name}`
  state.pulled.set(key, reference)
  state.queue.push({ section, name, kind, at: target })
  return reference
}

/** Keys of objects that contain named components: `schemas`, `definitions` and so on. */
const holders: ReadonlySet<string> = new Set([...Object.values(sections), 'definitions', '$defs'])

/**
 * Chooses the key of a copied component: its own key if it was already a component, or else the
 * name of its type.
 *
 * Characters that the specification forbids in keys are replaced.
 */
function nameFor(state: Bundling, section: string, target: Located): string {
  const scope = state.names.get(section) ?? exactScope()
  state.names.set(section, scope)
  const tokens = tokensOf(target.place.pointer)
  const key = tokens.at(-1)
  const type = state.nameOf(placeId(target.place))
  const isComponent = holders.has(tokens.at(-2) ?? 'schemas')
  const candidates = (isComponent ? [key, type] : [type, key]).flatMap((name) => name ?? [])
  return choose(scope, {
    candidates: candidates.map((name) => (/^[A-Za-z0-9._-]+$/.test(name) ? name : kebab(name))),
    fallback: 'component',
    suffix: '',
    reserved: () => false,
  }).name
}
