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

/** Section of `components` by kind. An element of a kind without a section is copied inline. */
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
  /** Local references to copied components by place and section. */
  readonly pulled: Map<string, string>
  readonly queue: { section: string; name: string; kind: Kind; at: Located }[]
}

type NameOf = (id: TypeId) => string | undefined
type Document = Loaded['documents'][number]

/**
 * Returns a self-contained document. Elements of other files become components: under their own keys if they
 * are components there, else under the names of their types. An unresolved reference becomes a schema that
 * allows everything.
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
  // Copied components may refer to further ones.
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

/** Returns a part of a file with its references made local to the bundle. */
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

/** Drops a `type` next to a reference whose target does not allow it. */
function withoutOtherType(state: Bundling, reference: JsonObject, target: Located): JsonObject {
  const { type, ...rest } = reference
  if (type === undefined) return reference
  return isOtherType(reference, valueBehind(state.loaded, target)?.json) ? rest : reference
}

/** A referenced list is copied inline: components have no section for lists. */
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

/** Returns the bundle's reference to a place; undefined if the element is copied inline. */
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

/** Members whose children are named components. */
const holders: ReadonlySet<string> = new Set([...Object.values(sections), 'definitions', '$defs'])

/**
 * Chooses the key of a copied component: its own key if it is a component, else the name of its type.
 * Characters that the specification does not allow in keys are replaced.
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
