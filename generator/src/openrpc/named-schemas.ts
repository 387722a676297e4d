import { absolute, decodeFragment } from '@rpcloom/schema/internal'
import type { Json, JsonObject } from '../json/types.ts'
import { valueAt } from '../json/place.ts'
import { child, isArray, isObject, textOf } from '../json/pointer.ts'

/**
 * The schemas of a file that have a URL. The URL is given by an `$id`, which is relative to the
 * `$id` of an enclosing schema.
 */
export interface NamedSchemas {
  /** Base URL for the references inside each schema with an `$id`. */
  readonly bases: ReadonlyMap<Json, string>
  /**
   * Returns the pointer to which a reference inside a schema resolves, if the target is a schema
   * with an `$id` or anchor, or a value inside such a schema. Returns undefined for references to
   * files or to the enclosing document.
   */
  readonly find: (ref: string, base: Json | undefined) => string | undefined
}

interface Resource {
  readonly json: Json
  readonly pointer: string
  /** Pointers of schemas, by anchor. */
  readonly anchors: Map<string, string>
}

/** Placeholder for the document's base URL, which is unknown. */
const root = 'document:///'

/**
 * Collects the schemas with an `$id` or anchor, in the same way as the validator in `@rpcloom/rpc`.
 */
export function namedSchemas(json: Json): NamedSchemas {
  const bases = new Map<Json, string>()
  const resources = new Map<string, Resource>()
  const anchors = new Map<string, string>()
  resources.set(root, { json, pointer: '', anchors: new Map() })
  collect({ json, pointer: '', uri: root })
  return {
    bases,
    find(ref, base) {
      const [uri = '', fragment = ''] = absolute(ref, bases.get(base ?? null) ?? root).split('#')
      const resource = resources.get(uri)
      const found = resource && placeIn(resource, decodeFragment(fragment))
      // JSON Schema resolves an anchor only within the schema whose `$id` encloses the anchor. Some
      // documents refer to an anchor from outside, which is accepted here.
      return found ?? (ref.startsWith('#') ? anchors.get(ref.slice(1)) : undefined)
    },
  }

  function collect(at: {
    readonly json: Json
    readonly pointer: string
    readonly uri: string
  }): void {
    if (isArray(at.json)) {
      for (const [index, inner] of at.json.entries())
        collect({ ...at, json: inner, pointer: child(at.pointer, index) })
    } else if (isObject(at.json)) {
      const uri = enter(at.json, at.pointer, at.uri)
      for (const [key, inner] of Object.entries(at.json))
        collect({ json: inner, pointer: child(at.pointer, key), uri })
    }
  }

  /** Registers the `$id` and anchors of a schema. Returns the base URL for nested schemas. */
  function enter(schema: JsonObject, pointer: string, outer: string): string {
    const id = textOf(schema['$id'])
    const isAnchor = id.startsWith('#')
    let uri = outer
    if (id !== '' && !isAnchor) {
      ;[uri = ''] = absolute(id, outer).split('#')
      bases.set(schema, uri)
      if (!resources.has(uri)) resources.set(uri, { json: schema, pointer, anchors: new Map() })
    }
    const own = resources.get(uri)?.anchors
    for (const name of [textOf(schema['$anchor']), isAnchor ? id.slice(1) : '']) {
      if (name === '') continue
      for (const map of [own, anchors]) if (map?.has(name) === false) map.set(name, pointer)
    }
    return uri
  }
}

function placeIn({ json, pointer, anchors }: Resource, fragment: string): string | undefined {
  if (fragment === '') return pointer
  if (!fragment.startsWith('/')) return anchors.get(fragment)
  return valueAt(json, fragment) === undefined ? undefined : pointer + fragment
}
