import type { Json, JsonObject } from '../../model/types.ts'
import { grammar, type Kind } from '../grammar.ts'
import { isArray, isObject, isReference } from '../pointer.ts'
import { looksLikeSchema } from './descriptor.ts'
import { schemaFrom } from './schema-words.ts'

/** Members that show what an object is. */
const telling: { readonly [kind in Kind]?: readonly string[] } = {
  error: ['code', 'message'],
  examplePairing: ['params', 'result'],
  link: ['method'],
  server: ['url'],
}

/** Whether an object in the place of a list is one item, rather than items by name. */
export function isItem(of: Kind, json: JsonObject): boolean {
  const has = (key: string): boolean => typeof json[key] === 'string' && json[key] !== ''
  if (of === 'contentDescriptor') return isDescriptor(json)
  // A param may be called `value`.
  if (of === 'example') return has('name') && Object.keys(json).every(isExampleMember)
  if (of === 'error') return Number.isInteger(json['code']) || has('message') || has('code')
  if (of === 'link' || of === 'server') return (telling[of] ?? []).some(has)
  if (has('name')) return true
  return (telling[of] ?? []).some((key) => Object.hasOwn(json, key))
}

/** `schema` may be a param's name: without one of its own an object is a descriptor only if nothing else tells. */
function isDescriptor(json: JsonObject): boolean {
  const { name, schema, ...rest } = json
  if (typeof name === 'string') return schema !== undefined || looksLikeSchema(json)
  if (name !== undefined || !isObject(schema)) return false
  const others = Object.entries(rest)
  return others.length > 0 && others.every(([key, value]) => isOwnMember(key) && !isObject(value))
}

function isExampleMember(key: string): boolean {
  return Object.hasOwn(grammar.example.members, key)
}

function isOwnMember(key: string): boolean {
  return Object.hasOwn(grammar.contentDescriptor.members, key)
}

/** Whether a value under a key can be an item whose name the key is. */
export function isNamedItem(of: Kind, key: string, value: Json): boolean {
  if (isReference(value)) return of !== 'method' && of !== 'contentDescriptor' ? true : key !== ''
  if (of === 'contentDescriptor') {
    if (value === true || schemaFrom(value) !== undefined) return true
    return isObject(value) && (Object.hasOwn(value, 'schema') || looksLikeSchema(value))
  }
  if (of === 'error')
    return typeof value === 'string' ? /^-?\d+$/.test(key) : isItem(of, asObject(value))
  if (of === 'tag') return isObject(value)
  if (of === 'example') return true
  if (of === 'method') return isObject(value) && Object.keys(value).every(isMethodMember)
  return isObject(value) && isItem(of, value)
}

function isMethodMember(key: string): boolean {
  return Object.hasOwn(grammar.method.members, key) || key.startsWith('x-')
}

function asObject(json: Json): JsonObject {
  return isObject(json) ? json : {}
}

/** An item under a key, with the key for its name. */
export function named(of: Kind, key: string, value: Json): Json {
  if (of === 'error') return errorOf(key, value)
  if (of === 'example' && !isExample(value)) return { name: key, value }
  if (of === 'contentDescriptor' && isSchemaOnly(value)) {
    return { name: key, schema: schemaFrom(value) ?? value }
  }
  if (!isObject(value) || isArray(value)) return value
  // What a reference leads to has a name of its own, but for params.
  if (isReference(value) && of !== 'contentDescriptor') return value
  return { name: key, ...value }
}

/** Whether what stands under the name of a param is an example of it, and no value. */
function isExample(value: Json): boolean {
  if (isReference(value)) return true
  const { value: given, externalValue } = asObject(value)
  return (
    (given !== undefined || externalValue !== undefined) &&
    Object.keys(asObject(value)).every(isExampleMember)
  )
}

/** Neither with a schema of its own nor with members that only a descriptor has. */
export function isSchemaOnly(value: Json): boolean {
  if (!isObject(value)) return true
  return (
    !Object.hasOwn(value, 'schema') && typeof value['required'] !== 'boolean' && !isReference(value)
  )
}

function errorOf(key: string, value: Json): Json {
  const code = /^-?\d+$/.test(key) ? { code: Number(key) } : {}
  if (typeof value === 'string') return { ...code, message: value }
  if (!isObject(value) || isReference(value)) return value
  return Object.hasOwn(value, 'message')
    ? { ...code, ...value }
    : { ...code, message: key, ...value }
}
