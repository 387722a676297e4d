import type { Json, JsonObject } from '../../model/types.ts'
import { grammar, type Kind, titleOf } from '../grammar.ts'
import { child, isArray, isObject, isReference, textOf } from '../pointer.ts'
import { looksLikeSchema } from './descriptor.ts'
import { type At, moved, note, type Pen } from './pen.ts'
import { schemaFrom } from './schema-words.ts'

/** A list and, by index, where its items stand. */
export interface Listed {
  readonly items: readonly Json[]
  readonly at: readonly At[]
}

/** A list from an object in its place: its only item, or items by name. Undefined where neither is clear. */
export function asList(pen: Pen, of: Kind, json: Json, at: At): Listed | undefined {
  if (!isObject(json)) {
    const isName = (of === 'tag' || of === 'server') && typeof json === 'string'
    const isCode = of === 'error' && (typeof json === 'number' || typeof json === 'string')
    if (!isName && !isCode) return undefined
    note(pen, 'RL204', at, 'The member has to be a list; this value is read as its only item.')
    return { items: [json], at: [moved(pen, at.was, child(at.now, 0))] }
  }
  if (isItem(of, json)) {
    note(pen, 'RL204', at, `The member has to be a list; this object is read as its only item.`)
    return { items: [json], at: [moved(pen, at.was, child(at.now, 0))] }
  }
  const entries = Object.entries(json).filter(([key]) => !key.startsWith('x-'))
  // The only param may be called `schema`, and the object may be a descriptor that lacks its name.
  if (of === 'contentDescriptor' && entries.length === 1 && Object.hasOwn(json, 'schema')) {
    return undefined
  }
  if (entries.length === 0 || !entries.every(([key, value]) => isNamedItem(of, key, value)))
    return undefined
  note(
    pen,
    'RL204',
    at,
    `The member has to be a list; this object is read as ${titleOf(of)} for each key.`,
  )
  return {
    items: entries.map(([key, value]) => named(of, key, value)),
    at: entries.map(([key, value], index) => {
      const item = moved(pen, child(at.was, key), child(at.now, index))
      if (of === 'contentDescriptor' && isSchemaOnly(value))
        pen.origins.set(child(item.now, 'schema'), item.was)
      return item
    }),
  }
}

/** Members that show what an object is. */
const telling: { readonly [kind in Kind]?: readonly string[] } = {
  error: ['code', 'message'],
  examplePairing: ['params', 'result'],
  link: ['method'],
  server: ['url'],
}

/** Whether an object in the place of a list is one item, rather than items by name. */
function isItem(of: Kind, json: JsonObject): boolean {
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
function isNamedItem(of: Kind, key: string, value: Json): boolean {
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

function named(of: Kind, key: string, value: Json): Json {
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
function isSchemaOnly(value: Json): boolean {
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

/** Elements by name from a list of them, where each has one of its own. */
export function asMap(pen: Pen, of: Kind, json: readonly Json[], at: At): Json {
  const keys = of === 'schema' ? ['title', '$id', 'id', 'name'] : ['name']
  const names = json.map((item) =>
    isObject(item) ? keys.map((key) => textOf(item[key])).find((text) => text !== '') : undefined,
  )
  const known = names.filter((name) => name !== undefined)
  if (known.length < json.length || new Set(known).size < json.length) return json
  note(pen, 'RL204', at, 'The member has to be an object; this list is read as one by name.')
  known.forEach((name, index) => moved(pen, child(at.was, index), child(at.now, name)))
  return Object.fromEntries(known.map((name, index) => [name, json[index] ?? null]))
}
