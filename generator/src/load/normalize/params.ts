import type { Json, JsonObject } from '../../model/types.ts'
import { decodeFragment } from '../named-schemas.ts'
import {
  child,
  isArray,
  isObject,
  isReference,
  stepInto,
  textOf,
  tokensOf,
  longestChain,
} from '../pointer.ts'
import { looksLikeSchema } from './descriptor.ts'
import { type At, copied, inside, moved, note, type Pen } from './pen.ts'
import { schemaFrom } from './schema-words.ts'

/** Params from an object in the place of their list. */
export interface Params {
  readonly items: readonly Json[]
  /** By index, where they stand. */
  readonly at: readonly At[]
  /** Whether the object can only have meant params by name. */
  readonly byName: boolean
}

/**
 * The params that an object means. A schema of an object describes the member `params` of a request, and so
 * does a content descriptor that is called after it; any other descriptor is the only param.
 */
export function asParams(pen: Pen, json: JsonObject, at: At): Params | undefined {
  const whole = recordAt(pen, schemaOfAll(json, at))
  if (whole !== undefined) {
    note(
      pen,
      'RL204',
      at,
      'The member has to be a list; the properties of this object are read as the params.',
    )
    return paramsOf(pen, whole, at)
  }
  if (Object.keys(json).length === 0) {
    note(pen, 'RL204', at, 'The member has to be a list; an empty object is read as no params.')
    return { items: [], at: [], byName: false }
  }
  return isReference(json) ? undefined : paramsByName(pen, json, at)
}

/** Params under their names; undefined where one of them is none, or all of it may be a single descriptor. */
function paramsByName(pen: Pen, json: JsonObject, at: At): Params | undefined {
  const entries = Object.entries(json).filter(([key]) => !key.startsWith('x-'))
  if (entries.length === 0 || Object.hasOwn(json, 'schema')) return undefined
  if (!entries.every(([, value]) => isParam(value))) return undefined
  const message = 'The member has to be a list; this object is read as a param for each key.'
  note(pen, 'RL204', at, message)
  return {
    items: entries.map(([name, value]) =>
      isDescriptor(value) ? { name, ...value } : { name, schema: schemaFrom(value) ?? value },
    ),
    at: entries.map(([key, value], index) => {
      const item = moved(pen, child(at.was, key), child(at.now, index))
      if (!isDescriptor(value)) pen.origins.set(child(item.now, 'schema'), item.was)
      return item
    }),
    // The keys of an object have no order that a call by position could rely on.
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

/** With a schema of its own, or with members that only a descriptor has. */
function isDescriptor(value: Json): value is JsonObject {
  return (
    isObject(value) &&
    (Object.hasOwn(value, 'schema') || isReference(value) || typeof value['required'] === 'boolean')
  )
}

interface Located {
  readonly json: Json
  readonly pointer: string
}

/** The schema that stands for all params, if one does. */
function schemaOfAll(json: JsonObject, at: At): Located | undefined {
  if (isReference(json) || looksLikeSchema(json)) return { json, pointer: at.was }
  const { name, schema } = json
  const isOfAll =
    name === undefined || /^(param|parameter|arg|argument|option)s$|params$/i.test(textOf(name))
  if (schema === undefined || !isOfAll) return undefined
  // Without a name and with nothing beside it, `schema` may be a param.
  if (name === undefined && Object.keys(json).length === 1) return undefined
  return { json: schema, pointer: inside(at, 'schema').was }
}

/** A record with properties, references inside of the file followed. */
function recordAt(pen: Pen, from: Located | undefined): Located | undefined {
  let at = from
  for (let hops = 0; at !== undefined && isReference(at.json) && hops < longestChain; hops++) {
    at = follow(pen, at.json.$ref)
  }
  if (at === undefined || !isObject(at.json) || !isObject(at.json['properties'])) return undefined
  return ['oneOf', 'anyOf', 'allOf', 'if'].some((keyword) => stepInto(at.json, keyword))
    ? undefined
    : at
}

function follow(pen: Pen, ref: string): Located | undefined {
  if (!ref.startsWith('#/')) return undefined
  const pointer = decodeFragment(ref.slice(1))
  const json = tokensOf(pointer).reduce<Json | undefined>(stepInto, pen.root)
  return json === undefined ? undefined : { json, pointer }
}

function paramsOf(pen: Pen, { json, pointer }: Located, at: At): Params {
  const { properties, required } = isObject(json) ? json : {}
  const names = isArray(required) ? required : []
  const entries = Object.entries(isObject(properties) ? properties : {})
  return {
    items: entries.map(([name, schema]) =>
      names.includes(name) ? { name, required: true, schema } : { name, schema },
    ),
    at: entries.map(([name], index) => {
      const now = child(at.now, index)
      const was = child(child(pointer, 'properties'), name)
      copied(pen, was, child(now, 'schema'))
      return copied(pen, was, now)
    }),
    byName: true,
  }
}
