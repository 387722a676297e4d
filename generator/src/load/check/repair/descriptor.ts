import { keywordOf, looksLikeSchema } from '@rpcloom/schema/internal'
import type { Json, JsonObject } from '../../../json/types.ts'
import { isObject, isReference, tokensOf } from '../../../json/pointer.ts'
import { type Location, copied, inside, moved, warn, type RepairContext } from './context.ts'
import { schemaFrom } from './convert.ts'

/** Members that stay in the content descriptor when the other members are moved to its schema. */
const own = new Set(['name', 'summary', 'description', 'deprecated', 'externalDocs'])

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
export function asDescriptor(context: RepairContext, json: Json, at: Location): Json {
  if (leadsToSchema(json) && isReference(json)) return aroundReference(context, json, at)
  if (!isObject(json)) {
    const schema = schemaFrom(json)
    if (schema === undefined) return json
    warn(context, 'RL204', at, 'A content descriptor must be an object; read as its schema.')
    return { schema }
  }
  if (Object.hasOwn(json, 'schema') || isReference(json) || !looksLikeSchema(json)) return json
  warn(
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
  at: Location,
): JsonObject {
  const message = `The reference ${$ref} points to a schema; read as the schema of a content descriptor.`
  warn(context, 'RL111', at, message)
  const schema = copied(context, at.original, inside(at, 'schema').current)
  copied(context, inside(at, '$ref').original, inside(schema, '$ref').current)
  return { ...rest, schema: { $ref } }
}

/**
 * Members that may occur next to `schema` in a content descriptor. Includes frequent additions that
 * OpenRPC does not define.
 */
const descriptorMembers: ReadonlySet<string> = new Set(
  'name title summary description required deprecated default example examples externalDocs'.split(
    ' ',
  ),
)

/** Returns the `schema` member of a content descriptor that was written instead of a schema. */
export function schemaWithin(json: JsonObject): JsonObject | undefined {
  const { schema, ...rest } = json
  if (!isObject(schema) || !(isReference(schema) || looksLikeSchema(schema))) return undefined
  const isDescriptor = Object.entries(rest).every(
    ([key, value]) =>
      key.startsWith('x-') ||
      (descriptorMembers.has(key) && (key !== 'required' || typeof value === 'boolean')),
  )
  return isDescriptor ? schema : undefined
}

/**
 * Whether a schema is a bare map of properties, without `properties`. The map must have at least
 * two entries, all of them schemas, and no key that is a keyword.
 */
export function isProperties(json: JsonObject): boolean {
  const entries = Object.entries(json)
  return (
    entries.length > 1 &&
    entries.every(
      ([key, value]) =>
        !/^(\$|x-)/.test(key) &&
        keywordOf(key) === undefined &&
        (isReference(value) || looksLikeSchema(value)),
    )
  )
}
