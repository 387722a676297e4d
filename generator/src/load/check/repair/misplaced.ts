import type { JsonObject } from '../../../json/types.ts'
import { isReference } from '../../../json/pointer.ts'
import { keywordOf } from '@rpcloom/schema/internal'
import { looksLikeSchema } from './descriptor.ts'

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
  if (schema === undefined || !(isReference(schema) || looksLikeSchema(schema))) return undefined
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
