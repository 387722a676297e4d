import type { Resolve } from '@rpcloom/schema'
import { keywordOf } from '@rpcloom/schema/internal'
import { mapMembers } from '../json/map.ts'
import { isArray, isObject } from '../json/members.ts'
import { tokensOf } from '../json/pointer.ts'
import type { Json, JsonObject } from '../json/types.ts'
import { mapSchemas } from '../openrpc/schema-keywords.ts'
import { createKeys } from './keys.ts'

/** The version of JSON Schema that a format uses: 2020-12 in OpenAPI 3.1, draft-07 in AsyncAPI. */
export type SchemaVersion = '2020-12' | 'draft-07'

export interface Components {
  /** Returns a schema in the version of the format, with references to components. */
  readonly convert: (schema: Json) => Json
  /** Returns the components to which converted schemas refer, by name. */
  readonly schemas: () => JsonObject
}

/** Collects the schemas to which other schemas refer. `first` are components of the format itself. */
export function openComponents(
  resolve: Resolve,
  version: SchemaVersion,
  first: JsonObject = {},
): Components {
  const keys = createKeys(Object.keys(first))
  const names = new Map<unknown, string>()
  const schemas = new Map<string, Json>(Object.entries(first))
  const open: { readonly name: string; readonly schema: Json }[] = []

  const nameOf = (ref: string, from: JsonObject): string | undefined => {
    const target = resolve(ref, from) as Json | undefined
    if (target === undefined) return undefined
    const id = isObject(target) ? target : ref
    const known = names.get(id)
    if (known !== undefined) return known
    const name = keys.choose(lastName(ref))
    names.set(id, name)
    open.push({ name, schema: target })
    return name
  }

  const convert = (schema: Json): Json => {
    if (!isObject(schema)) return schema
    const { $ref, $dynamicRef, ...rest } = schema
    const own = mapMembers(rest, (value, keyword) =>
      isOmitted(keyword, value) ? undefined : mapSchemas(keyword, value, convert),
    )
    const reference = $ref ?? $dynamicRef
    const name = typeof reference === 'string' ? nameOf(reference, schema) : undefined
    const written = inVersion(own, version)
    if (name === undefined) return written
    const target = { $ref: `#/components/schemas/${name}` }
    if (version === '2020-12') return { ...written, ...target }
    // In draft-07, a reference has no other members.
    return Object.keys(written).length === 0 ? target : { allOf: [written, target] }
  }

  return {
    convert,
    schemas: () => {
      for (let next = open.pop(); next !== undefined; next = open.pop())
        schemas.set(next.name, convert(next.schema))
      return Object.fromEntries(schemas)
    },
  }
}

/** Returns the name in a reference: `Pet` in `#/components/schemas/Pet` and `#/components/contentDescriptors/Pet/schema`. */
function lastName(ref: string): string {
  const tokens = tokensOf(ref.slice(ref.indexOf('#') + 1))
  return tokens.findLast((token) => token !== 'schema' && !/^\d+$/.test(token)) ?? 'Schema'
}

const identities: ReadonlySet<string> = new Set([
  '$id',
  '$schema',
  '$anchor',
  '$dynamicAnchor',
  '$recursiveAnchor',
  '$recursiveRef',
  'definitions',
  '$defs',
])

/**
 * Whether a member is omitted: references lead to components, so IDs and definitions inside of schemas are not needed,
 * and members that are no keywords can contain references.
 */
function isOmitted(keyword: string, value: Json): boolean {
  return identities.has(keyword) || (typeof value === 'object' && keywordOf(keyword) === undefined)
}

/** Writes the schemas of items by position as a version of JSON Schema does. */
function inVersion(schema: JsonObject, version: SchemaVersion): JsonObject {
  const { items, prefixItems, additionalItems, ...rest } = schema
  const byPosition = prefixItems ?? (isArray(items) ? items : undefined)
  if (byPosition === undefined) return schema
  const others = prefixItems === undefined ? additionalItems : items
  return version === '2020-12'
    ? { ...rest, prefixItems: byPosition, ...(others !== undefined && { items: others }) }
    : { ...rest, items: byPosition, ...(others !== undefined && { additionalItems: others }) }
}
