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
import { asList, type Listed } from './lists.ts'
import { type At, copied, inside, note, type Pen } from './pen.ts'

/** Params from an object in the place of their list. */
export interface Params extends Listed {
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
  if (isReference(json)) return undefined
  const listed = asList(pen, 'contentDescriptor', json, at)
  // The keys of an object have no order that a call by position could rely on.
  return listed && { ...listed, byName: listed.at[0]?.was !== at.was }
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
