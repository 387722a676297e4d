import { looksLikeSchema as isSchemaLike } from '@rpcloom/schema/internal'
import type { Json, JsonObject } from '../../../json/types.ts'
import { isObject, isReference, tokensOf } from '../../../json/pointer.ts'
import { type At, copied, inside, moved, note, type RepairContext } from './context.ts'
import { schemaFrom } from './schema-words.ts'

/** Members that stay in the content descriptor when the other members are moved to its schema. */
const own = new Set(['name', 'summary', 'description', 'deprecated', 'externalDocs'])

/** Whether an object has a keyword that only schemas have. */
export function looksLikeSchema(json: Json): json is JsonObject {
  return isSchemaLike(json)
}

/** Whether a reference points into `schemas`, `$defs` or `definitions`. */
export function leadsToSchema(json: Json): boolean {
  if (!isReference(json)) return false
  const [section, ...rest] = tokensOf(json.$ref.slice(json.$ref.indexOf('#') + 1)).slice(-2)
  return rest.length === 1 && ['schemas', '$defs', 'definitions'].includes(section ?? '')
}

/**
 * Wraps a schema in a content descriptor, and moves descriptor members such as `name` from the
 * schema to the descriptor.
 */
export function asDescriptor(context: RepairContext, json: Json, at: At): Json {
  if (leadsToSchema(json) && isReference(json)) return aroundReference(context, json, at)
  if (!isObject(json)) {
    const schema = schemaFrom(json)
    if (schema === undefined) return json
    note(context, 'RL204', at, 'A content descriptor must be an object; read as its schema.')
    return { schema }
  }
  if (Object.hasOwn(json, 'schema') || isReference(json) || !looksLikeSchema(json)) return json
  note(
    context,
    'RL203',
    at,
    'The member `schema` is missing; the schema keywords of this object are read as the schema.',
  )
  const entries = Object.entries(json)
  const isOwn = ([key, value]: readonly [string, Json]): boolean =>
    own.has(key) || key.startsWith('x-') || (key === 'required' && typeof value !== 'object')
  const schema = entries.filter((entry) => !isOwn(entry))
  const inner = inside(at, 'schema')
  for (const [key] of schema) moved(context, inside(at, key).original, inside(inner, key).current)
  context.origins.set(inner.current, at.original)
  return { ...Object.fromEntries(entries.filter(isOwn)), schema: Object.fromEntries(schema) }
}

function aroundReference(
  context: RepairContext,
  { $ref, ...rest }: JsonObject & { readonly $ref: string },
  at: At,
): JsonObject {
  const message = `The reference ${$ref} points to a schema; read as the schema of a content descriptor.`
  note(context, 'RL111', at, message)
  const schema = copied(context, at.original, inside(at, 'schema').current)
  copied(context, inside(at, '$ref').original, inside(schema, '$ref').current)
  return { ...rest, schema: { $ref } }
}
