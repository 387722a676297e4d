import type { Json, JsonObject } from '../../json/types.ts'
import { type LocalValue, localTarget } from '../../openrpc/local-target.ts'
import { child, isArray, isObject, isReference, stepInto, textOf } from '../../json/pointer.ts'
import { looksLikeSchema } from './descriptor.ts'
import { type At, copied, inside, moved, note, type NormalizeContext } from './context.ts'
import { schemaFrom } from './schema-words.ts'

export interface Params {
  readonly items: readonly Json[]
  /** Pointers to the params, by index. */
  readonly at: readonly At[]
  /** Whether the object implies params by name. */
  readonly byName: boolean
}

/**
 * Converts an object to params. An object schema describes the request's `params` as a whole, and so does a
 * content descriptor named `params`. Any other descriptor is the only param.
 */
export function asParams(context: NormalizeContext, json: JsonObject, at: At): Params | undefined {
  const whole = recordAt(context, schemaOfAll(json, at))
  if (whole !== undefined) {
    note(
      context,
      'RL204',
      at,
      '`params` must be a list; the properties of this object are read as the params.',
    )
    return paramsOf(context, whole, at)
  }
  if (Object.keys(json).length === 0) {
    note(context, 'RL204', at, '`params` must be a list; an empty object is read as no params.')
    return { items: [], at: [], byName: false }
  }
  return isReference(json) ? undefined : paramsByName(context, json, at)
}

/** Reads params by name; undefined if one of them is invalid, or if the object may be a single descriptor. */
function paramsByName(context: NormalizeContext, json: JsonObject, at: At): Params | undefined {
  const entries = Object.entries(json).filter(([key]) => !key.startsWith('x-'))
  if (entries.length === 0 || Object.hasOwn(json, 'schema')) return undefined
  if (!entries.every(([, value]) => isParam(value))) return undefined
  const message = '`params` must be a list; each key of this object is read as a param.'
  note(context, 'RL204', at, message)
  return {
    items: entries.map(([name, value]) =>
      isDescriptor(value) ? { name, ...value } : { name, schema: schemaFrom(value) ?? value },
    ),
    at: entries.map(([key, value], index) => {
      const item = moved(context, child(at.original, key), child(at.current, index))
      if (!isDescriptor(value)) context.origins.set(child(item.current, 'schema'), item.original)
      return item
    }),
    // Object keys have no order that a call by position could rely on.
    byName: true,
  }
}

function isParam(value: Json): boolean {
  return (
    value === true ||
    schemaFrom(value) !== undefined ||
    isDescriptor(value) ||
    looksLikeSchema(value)
  )
}

/** Whether a value has a schema, or members that only a descriptor has. */
function isDescriptor(value: Json): value is JsonObject {
  return (
    isObject(value) &&
    (Object.hasOwn(value, 'schema') || isReference(value) || typeof value['required'] === 'boolean')
  )
}

/** Returns the schema of the whole params object, if there is one. */
function schemaOfAll(json: JsonObject, at: At): LocalValue | undefined {
  if (isReference(json) || looksLikeSchema(json)) return { json, pointer: at.original }
  const { name, schema } = json
  const isOfAll =
    name === undefined || /^(param|parameter|arg|argument|option)s$|params$/i.test(textOf(name))
  if (schema === undefined || !isOfAll) return undefined
  // Without a name or other members, `schema` may be a param.
  if (name === undefined && Object.keys(json).length === 1) return undefined
  return { json: schema, pointer: inside(at, 'schema').original }
}

/** Returns an object schema with properties, following references inside the file. */
function recordAt(context: NormalizeContext, from: LocalValue | undefined): LocalValue | undefined {
  const at = from && localTarget(context.root, from)
  if (at === undefined || !isObject(at.json) || !isObject(at.json['properties'])) return undefined
  return ['oneOf', 'anyOf', 'allOf', 'if'].some((keyword) => stepInto(at.json, keyword))
    ? undefined
    : at
}

function paramsOf(context: NormalizeContext, { json, pointer }: LocalValue, at: At): Params {
  const { properties, required } = isObject(json) ? json : {}
  const names = isArray(required) ? required : []
  const entries = Object.entries(isObject(properties) ? properties : {})
  return {
    items: entries.map(([name, schema]) =>
      names.includes(name) ? { name, required: true, schema } : { name, schema },
    ),
    at: entries.map(([name], index) => {
      const current = child(at.current, index)
      const original = child(child(pointer, 'properties'), name)
      copied(context, original, child(current, 'schema'))
      return copied(context, original, current)
    }),
    byName: true,
  }
}
