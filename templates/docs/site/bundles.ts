import type { Api, Group, Json, JsonObject } from 'rpcloom/model'
import { dereference, pointerResolver } from '@rpcloom/rpc/schema'
import { memberOf } from './schema-member.ts'

/** What a reference leads to. */
export type Resolve = ReturnType<typeof pointerResolver>

/** The self-contained document of a group, as far as pages look into it. */
export interface Bundle {
  readonly resolve: Resolve
  /** A method by its wire name; of two with one name the first. */
  readonly method: (wire: string) => Json | undefined
}

/** Finds the document of a group by the group's key. */
export type Bundles = (group: Pick<Group, 'key'>) => Bundle

/** The documents of all groups. */
export function openBundles(api: Api): Bundles {
  const byKey = new Map(api.groups.map(({ key, bundle }) => [key, bundleOf(bundle)]))
  const none = bundleOf({})
  return ({ key }) => byKey.get(key) ?? none
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
  const bundle = { resolve, method: (wire: string) => methods.get(wire) }
  known.set(document, bundle)
  return bundle
}
