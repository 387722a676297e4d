import { type Form, forms, keywordOf, typeNames } from '@rpcloom/schema/internal'
import { mapItems, mapMembers } from '../json/map.ts'
import type { Json, JsonObject } from '../json/types.ts'
import { isArray, isObject } from '../json/pointer.ts'
import { nearestWord } from '../json/suggest.ts'

/** Returns the keywords of a schema that JSON Schema does not define, except extensions. */
export function unknownKeywords(schema: JsonObject): readonly (readonly [string, Json])[] {
  return Object.entries(schema).filter(([key, value]) => isUnknown(key, value))
}

/** Whether a member of a schema is no keyword and no extension, but may contain references. */
export function isUnknown(key: string, value: Json): boolean {
  return typeof value === 'object' && !key.startsWith('x-') && keywordOf(key) === undefined
}

/** Changes the schemas in the value of a keyword. Unchanged values keep their identity. */
export function mapSchemas(
  keyword: string,
  value: Json,
  change: (schema: Json, path: readonly (string | number)[]) => Json | undefined,
): Json | undefined {
  const { holds } = keywordOf(keyword) ?? {}
  if (holds === undefined) return value
  if (isArray(value)) {
    if (holds !== 'list' && holds !== 'oneOrList') return value
    return mapItems(value, (schema, index) => change(schema, [index]))
  }
  if (holds === 'map') {
    if (!isObject(value)) return value
    // A list in `dependencies` contains names of members.
    return mapMembers(value, (schema, key) => (isArray(schema) ? schema : change(schema, [key])))
  }
  return holds === 'list' ? value : change(value, [])
}

/** Returns a hint on how to write the value of a keyword correctly. */
export function keywordHelp(keyword: string, form: Form, value: Json): string {
  if (form !== 'type')
    return `Write it as in \`"${keyword}": ${forms[form].sample}\`, or remove it.`
  const near = typeof value === 'string' ? nearestWord(value, typeNames) : undefined
  if (near !== undefined) return `Did you mean \`"type": "${near}"\`?`
  return `Use one of ${typeNames.join(', ')}. Refer to your own type with \`"$ref": "#/components/schemas/Name"\`; use \`format\` for a kind of string.`
}
