import { jsonText } from '../../json/text.ts'
import type { Json, JsonObject } from '../../model/types.ts'
import { isObject, isReference } from '../pointer.ts'
import { isKeyword } from '../schema-keywords.ts'
import { looksLikeSchema } from './descriptor.ts'

/** What a content descriptor, or who writes one, has beside its schema. */
const beside: ReadonlySet<string> = new Set(
  'name title summary description required deprecated default example examples externalDocs'.split(
    ' ',
  ),
)

/** The schema of a content descriptor that stands in the place of a schema. */
export function schemaWithin(json: JsonObject): JsonObject | undefined {
  const { schema, ...rest } = json
  if (schema === undefined || !(isReference(schema) || looksLikeSchema(schema))) return undefined
  const isDescriptor = Object.entries(rest).every(
    ([key, value]) =>
      key.startsWith('x-') ||
      (beside.has(key) && (key !== 'required' || typeof value === 'boolean')),
  )
  return isDescriptor ? schema : undefined
}

/** `items` of a list that stand among its properties, of which it can have none. */
export function itemsWithin(json: JsonObject): JsonObject | undefined {
  const { type, properties, items, prefixItems } = json
  if (type !== 'array' || items !== undefined || prefixItems !== undefined) return undefined
  const { items: found, ...others } = isObject(properties) ? properties : {}
  return isObject(found) && Object.keys(others).length === 0 ? found : undefined
}

/** Whether a schema is nothing but the properties of an object: several, all schemas, and none called like a keyword. */
export function isProperties(json: JsonObject): boolean {
  const entries = Object.entries(json)
  return (
    entries.length > 1 &&
    entries.every(
      ([key, value]) =>
        !/^(\$|x-)/.test(key) && !isKeyword(key) && (isReference(value) || looksLikeSchema(value)),
    )
  )
}

/** A method of a list, and an earlier one that is called in the same way. */
export interface Repetition {
  readonly index: number
  readonly first: number
}

/** Methods that are there twice, with other prose perhaps; two that are called in different ways under one name are not. */
export function repetitionsIn(methods: readonly Json[]): readonly Repetition[] {
  const known = new Map<string, number>()
  return methods.flatMap((method, index) => {
    const key = isReference(method) ? `$ref ${method.$ref}` : nameOf(method)
    const first = key === undefined ? undefined : known.get(key)
    if (first === undefined) {
      if (key !== undefined) known.set(key, index)
      return []
    }
    return callOf(methods[first]) === callOf(method) ? [{ index, first }] : []
  })
}

/** What a method says about its calls. */
function callOf(method: Json | undefined): string {
  if (method === undefined || !isObject(method)) return ''
  const { $ref, params, paramStructure, result, errors, servers } = method
  return jsonText([$ref, params, paramStructure, result, errors, servers])
}

function nameOf(method: Json): string | undefined {
  return isObject(method) && typeof method['name'] === 'string'
    ? `name ${method['name']}`
    : undefined
}
