import { jsonText } from 'rpcloom/emit'
import type { Api, Group, Json, JsonObject, NamedType } from 'rpcloom/model'
import { dereference, pointerResolver } from '@rpcloom/rpc/schema'
import { memberOf } from './schema-member.ts'

/** Resolves a reference. */
export type Resolve = ReturnType<typeof pointerResolver>

/** The parts of a group's self-contained document that pages use. */
export interface Bundle {
  readonly resolve: Resolve
  /** Returns a member of the document, such as `x-availability`. */
  readonly member: (name: string) => Json | undefined
  /** Returns a method by name; the first of several with the same name. */
  readonly method: (wire: string) => Json | undefined
}

/** A schema in the document of a group. */
export interface Held {
  readonly key: string
  readonly ref: string
}

/** The documents of all groups. */
export interface Bundles {
  readonly of: (group: Pick<Group, 'key'>) => Bundle
  /** Returns the place of a named schema in one of them; undefined for one that no method uses. */
  readonly holding: (named: NamedType) => Held | undefined
}

/** Opens the documents of all groups. */
export function openBundles(api: Api): Bundles {
  const byKey = new Map(api.groups.map(({ key, bundle }) => [key, bundleOf(bundle)]))
  const none = bundleOf({})
  return {
    of: ({ key }) => byKey.get(key) ?? none,
    holding: (named) => {
      const home = api.groups.find(({ file }) => file === named.place.file)
      if (home !== undefined) return { key: home.key, ref: `#${fragmentOf(named.place.pointer)}` }
      const guest = api.groups.find(({ bundle }) => isSameSchema(pulled(bundle, named), named))
      return guest && { key: guest.key, ref: `#/components/schemas/${named.name}` }
    },
  }
}

function fragmentOf(pointer: string): string {
  return pointer.split('/').map(encodeURIComponent).join('/')
}

/** Elements of other files are in the group's document under their name. */
function pulled({ components }: JsonObject, { name }: NamedType): Json | undefined {
  return memberOf(memberOf(components, 'schemas'), name)
}

/** References are rewritten if a schema is copied to another document. */
function isSameSchema(found: Json | undefined, { schema }: NamedType): boolean {
  return found !== undefined && textOf(found) === textOf(schema.json)
}

function textOf(json: Json): string {
  return jsonText(json, (name, value: unknown) => (name === '$ref' ? '' : value))
}

const known = new WeakMap<JsonObject, Bundle>()

function bundleOf(document: JsonObject): Bundle {
  const before = known.get(document)
  if (before !== undefined) return before
  const resolve = pointerResolver(document)
  const listed = document['methods']
  const methods = new Map<Json | undefined, Json>()
  for (const entry of Array.isArray(listed) ? listed : []) {
    const method = dereference(entry, resolve) as Json | undefined
    const wire = memberOf(method, 'name')
    if (method !== undefined && !methods.has(wire)) methods.set(wire, method)
  }
  const bundle = {
    resolve,
    member: (name: string) => memberOf(document, name),
    method: (wire: string) => methods.get(wire),
  }
  known.set(document, bundle)
  return bundle
}
