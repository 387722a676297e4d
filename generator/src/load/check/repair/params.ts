import { keywordOf, looksLikeSchema } from '@rpcloom/schema/internal'
import type { Json, JsonObject } from '../../../json/types.ts'
import { type LocalValue, localTarget } from '../../../openrpc/local-target.ts'
import { child, isArray, isObject, isReference, textOf } from '../../../json/pointer.ts'
import { type Location, copied, inside, moved, warn, type RepairContext } from './context.ts'
import { schemaFrom } from './convert.ts'

export interface Params {
  readonly items: readonly Json[]
  /** Pointers to the params, by index. */
  readonly at: readonly Location[]
  /** Whether the params can only be sent by name, because object keys have no order. */
  readonly byName: boolean
}

/**
 * Converts an object to a list of params. An object schema, or a content descriptor named `params`,
 * describes all params together. Any other content descriptor describes a single param.
 */
export function asParams(
  context: RepairContext,
  json: JsonObject,
  at: Location,
): Params | undefined {
  const whole = recordAt(context, schemaOfAll(json, at))
  if (whole !== undefined) {
    warn(
      context,
      'RL204',
      at,
      '`params` must be a list; the properties of this object are read as the params.',
    )
    return paramsOf(context, whole, at)
  }
  if (Object.keys(json).length === 0) {
    warn(context, 'RL204', at, '`params` must be a list; an empty object is read as no params.')
    return { items: [], at: [], byName: false }
  }
  return isReference(json) ? undefined : paramsByName(context, json, at)
}

/**
 * Reads an object whose keys are param names. Returns undefined if a value is not a valid param, or
 * if the object may itself be a content descriptor.
 */
function paramsByName(context: RepairContext, json: JsonObject, at: Location): Params | undefined {
  const entries = Object.entries(json).filter(([key]) => !key.startsWith('x-'))
  if (entries.length === 0 || Object.hasOwn(json, 'schema')) return undefined
  if (!entries.every(([, value]) => isParam(value))) return undefined
  const message = '`params` must be a list; each key of this object is read as a param.'
  warn(context, 'RL204', at, message)
  return {
    items: entries.map(([name, value]) =>
      isDescriptor(value) ? { name, ...value } : { name, schema: schemaFrom(value) ?? value },
    ),
    at: entries.map(([key, value], index) => {
      const item = moved(context, child(at.original, key), child(at.current, index))
      if (!isDescriptor(value)) context.origins.set(child(item.current, 'schema'), item.original)
      return item
    }),
    // Object keys have no reliable order, so params cannot be sent by position.
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

/**
 * Whether a value is a content descriptor: it has a `schema`, is a reference, or has a boolean
 * `required`.
 */
function isDescriptor(value: Json): value is JsonObject {
  return (
    isObject(value) &&
    (Object.hasOwn(value, 'schema') || isReference(value) || typeof value['required'] === 'boolean')
  )
}

/** Returns the schema that describes all params together, if there is one. */
function schemaOfAll(json: JsonObject, at: Location): LocalValue | undefined {
  if (isReference(json) || looksLikeSchema(json)) return { json, pointer: at.original }
  const { name, schema } = json
  const isOfAll =
    name === undefined || /^(param|parameter|arg|argument|option)s$|params$/i.test(textOf(name))
  if (schema === undefined || !isOfAll) return undefined
  // An object with only a `schema` member may be a map with a param named `schema`.
  if (name === undefined && Object.keys(json).length === 1) return undefined
  return { json: schema, pointer: inside(at, 'schema').original }
}

/** Resolves local references and returns the target if it is an object schema with `properties`. */
function recordAt(context: RepairContext, from: LocalValue | undefined): LocalValue | undefined {
  const at = from && localTarget(context.root, from)
  if (at === undefined || !isObject(at.json) || !isObject(at.json['properties'])) return undefined
  // Params are listed only if the schema alone says which members there are.
  return Object.keys(at.json).some((name) => keywordOf(name)?.isInPlace === true) ? undefined : at
}

function paramsOf(context: RepairContext, { json, pointer }: LocalValue, at: Location): Params {
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
