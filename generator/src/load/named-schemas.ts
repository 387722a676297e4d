import type { Json, JsonObject } from '../model/types.ts'
import { child, isArray, isObject, stepInto, textOf, tokensOf } from './pointer.ts'

/** The schemas of a file that have an address of their own: an `$id`, relative to that of a schema around. */
export interface NamedSchemas {
  /** The addresses that references inside of a schema are relative to. */
  readonly bases: ReadonlyMap<Json, string>
  /**
   * Pointer of what a reference inside of a schema names, where that is a schema with an address or a part
   * of one; undefined for all that is left to files and to the document around.
   */
  readonly find: (ref: string, base: Json | undefined) => string | undefined
}

interface Resource {
  readonly json: JsonObject
  readonly pointer: string
  /** Pointers of the schemas that have an anchor here. */
  readonly anchors: Map<string, string>
}

/** The document has no address, and what is relative to it is relative to this one. */
const root = 'document:///'

/** Looks for schemas with addresses, as the checks of values do at run time. */
export function namedSchemas(json: Json): NamedSchemas {
  const bases = new Map<Json, string>()
  const resources = new Map<string, Resource>()
  collect({ json, pointer: '', uri: root })
  return {
    bases,
    find(ref, base) {
      const [uri = '', fragment = ''] = absolute(ref, bases.get(base ?? null) ?? root).split('#')
      const resource = resources.get(uri)
      return resource && placeIn(resource, decodeFragment(fragment))
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

  /** Notes a schema's names; gives back the address that its parts are relative to. */
  function enter(schema: JsonObject, pointer: string, outer: string): string {
    const id = textOf(schema['$id'])
    const isAnchor = id.startsWith('#')
    let uri = outer
    if (id !== '' && !isAnchor) {
      ;[uri = ''] = absolute(id, outer).split('#')
      bases.set(schema, uri)
      if (!resources.has(uri)) resources.set(uri, { json: schema, pointer, anchors: new Map() })
    }
    const { anchors } = resources.get(uri) ?? {}
    for (const name of [textOf(schema['$anchor']), isAnchor ? id.slice(1) : '']) {
      if (name !== '' && anchors?.has(name) === false) anchors.set(name, pointer)
    }
    return uri
  }
}

function placeIn({ json, pointer, anchors }: Resource, fragment: string): string | undefined {
  if (fragment === '') return pointer
  if (!fragment.startsWith('/')) return anchors.get(fragment)
  const found = tokensOf(fragment).reduce<Json | undefined>(stepInto, json)
  return found === undefined ? undefined : pointer + fragment
}

function absolute(ref: string, base: string): string {
  return URL.canParse(ref, base) ? new URL(ref, base).href : ref
}

/** Percent-decoding of what stands behind the #; a lone `%` is no escape. */
export function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch (error) {
    if (error instanceof URIError) return fragment
    throw error
  }
}
