import { jsonText, own } from 'rpcloom/codegen'
import type { Api, Group, Json, JsonObject, NamedType } from 'rpcloom/model'
import { type OpenRpcDocument, readDocument } from '@rpcloom/rpc/internal'

export interface SchemaLocation {
  readonly key: string
  readonly ref: string
}

export interface Bundles {
  readonly of: (group: Pick<Group, 'key'>) => OpenRpcDocument
  /**
   * Returns the document and reference of a named schema. Returns undefined if no method uses the
   * schema.
   */
  readonly locate: (named: NamedType) => SchemaLocation | undefined
}

export function openBundles(api: Api, implemented: ReadonlyMap<string, unknown>): Bundles {
  const byKey = new Map(
    api.groups.map(({ key, bundle }) => [
      key,
      readDocument(bundle, implemented.has(key) ? 'client' : 'server'),
    ]),
  )
  const none = readDocument({})
  return {
    of: ({ key }) => byKey.get(key) ?? none,
    locate: (named) => {
      const home = api.groups.find(({ file }) => file === named.place.file)
      if (home !== undefined) return { key: home.key, ref: `#${fragmentOf(named.place.pointer)}` }
      const other = api.groups.find(({ bundle }) =>
        isSameSchema(componentNamed(bundle, named), named),
      )
      return other && { key: other.key, ref: `#/components/schemas/${named.name}` }
    },
  }
}

function fragmentOf(pointer: string): string {
  // Lone surrogates cannot be encoded, so they are kept.
  return pointer.replace(/[^/\p{Cs}]+/gu, encodeURIComponent)
}

/**
 * Returns the component with a schema's name. The component may be a copy of a schema in another
 * file.
 */
function componentNamed({ components }: JsonObject, { name }: NamedType): Json | undefined {
  return own(own(components, 'schemas'), name)
}

/**
 * Whether a component is a copy of a named schema. References are ignored in the comparison,
 * because they are rewritten in copies.
 */
function isSameSchema(found: Json | undefined, { schema }: NamedType): boolean {
  return found !== undefined && textOf(found) === textOf(schema.json)
}

function textOf(json: Json): string {
  return jsonText(json, (name, value: unknown) => (name === '$ref' ? '' : value))
}
