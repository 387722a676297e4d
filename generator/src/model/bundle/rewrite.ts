import { mapItems, mapMembers } from '../../json/map.ts'
import { isReference } from '../../json/pointer.ts'
import { grammar, type Kind, type Member } from '../../openrpc/grammar.ts'
import { isUnknown, mapSchemas } from '../../openrpc/schema-keywords.ts'
import { isArray, isObject } from '../../json/members.ts'
import type { Json, JsonObject } from '../../json/types.ts'

/**
 * Returns the replacement of a reference, or undefined to remove the reference. `form` is `list` if
 * the reference is used instead of a list.
 */
export type Replace = (
  kind: Kind,
  reference: JsonObject & { readonly $ref: string },
  form: 'one' | 'list',
) => Json | undefined

/**
 * Replaces the references in a value of a document. Unchanged values keep their identity. A `$ref`
 * is only replaced where the specification allows a reference. In example values, `$ref` is plain
 * data.
 */
export function rewrite(kind: Kind, json: Json, replace: Replace): Json | undefined {
  if (isReference(json)) {
    const replaced = replace(kind, json, 'one')
    return kind === 'schema' && isObject(replaced) ? rewriteSchema(replaced, replace) : replaced
  }
  if (kind === 'loose' || kind === 'opaque') return rewriteLoose(kind, json, replace)
  if (!isObject(json)) return json
  if (kind === 'schema') return rewriteSchema(json, replace)
  const { members } = grammar[kind]
  return mapMembers(json, (value, key) => {
    const member = Object.hasOwn(members, key) ? members[key] : undefined
    return member === undefined ? value : rewriteMember(member, value, replace)
  })
}

function rewriteMember(member: Member, json: Json, replace: Replace): Json | undefined {
  if (typeof member === 'string' || 'among' in member) return json
  if ('one' in member) return rewrite(member.one, json, replace)
  if ('list' in member) {
    if (isReference(json)) return replace(member.list, json, 'list')
    return isArray(json) ? mapItems(json, (item) => rewrite(member.list, item, replace)) : json
  }
  if (!isObject(json)) return json
  return mapMembers(json, (value, key) =>
    // In `{ "$ref": "schemas.yaml" }`, which replaces an entire map, `$ref` is not a key of the
    // map.
    key === '$ref' && typeof value === 'string' ? undefined : rewrite(member.map, value, replace),
  )
}

function rewriteSchema(schema: JsonObject, replace: Replace): JsonObject {
  return mapMembers(schema, (value, keyword) =>
    isUnknown(keyword, value)
      ? rewrite('opaque', value, replace)
      : mapSchemas(keyword, value, (inner, [part]) => {
          const rewritten = rewrite('schema', inner, replace)
          // An item keeps its place in a list.
          return typeof part === 'number' ? (rewritten ?? true) : rewritten
        }),
  )
}

function rewriteLoose(kind: 'loose' | 'opaque', json: Json, replace: Replace): Json {
  if (isArray(json)) return mapItems(json, (item) => rewrite(kind, item, replace))
  return isObject(json) ? mapMembers(json, (value) => rewrite(kind, value, replace)) : json
}
