import { jsonText } from '../../json/text.ts'
import type { Json, JsonObject } from '../../model/types.ts'
import { child, isArray, isObject } from '../pointer.ts'
import { keywordHelp } from '../keyword-help.ts'
import { formOf, holding, wordsFor } from '../schema-keywords.ts'
import { isProperties, schemaWithin } from './misplaced.ts'
import { type At, copied, inside, mapItems, mapMembers, moved, note, type Pen } from './pen.ts'
import { withForgotten } from './forgotten.ts'
import { schemaFrom, typeFrom } from './schema-words.ts'
import { flagFrom, numberFrom, textFrom } from './words.ts'

/** A schema with each keyword as JSON Schema has it, where what was written can only mean that. */
export function mendSchema(pen: Pen, json: Json, at: At): Json {
  if (typeof json === 'boolean') return json
  if (!isObject(json)) {
    const meant = flagText(json) ?? schemaFrom(json)
    if (meant === undefined) return json
    note(pen, 'RL204', at, `A schema has to be an object or a boolean; ${read(meant)}.`)
    return meant
  }
  const schema = schemaWithin(json)
  if (schema !== undefined) return fromDescriptor(pen, json, schema, at)
  if (isProperties(json)) return fromProperties(pen, json, at)
  const members = mapMembers(json, (value, key) => keyword(pen, { key, value, at }))
  return withForgotten(pen, withRequired(pen, members, at), at)
}

/** The schema of a content descriptor in the place of one, with what the descriptor says of it. */
function fromDescriptor(pen: Pen, json: JsonObject, schema: JsonObject, at: At): Json {
  note(
    pen,
    'RL204',
    at,
    'A content descriptor stands in the place of a schema; read as its schema.',
  )
  const said = Object.fromEntries(Object.entries(json).filter(([key]) => !isOwn.has(key)))
  const inner = { now: at.now, was: inside(at, 'schema').was }
  pen.moves.set(inner.was, inner.now)
  for (const key of Object.keys(schema)) copied(pen, inside(inner, key).was, inside(at, key).now)
  const mended = mendSchema(pen, schema, inner)
  return isObject(mended) ? { ...said, ...mended } : mended
}

/** What a content descriptor says for itself, and a schema does not. */
const isOwn: ReadonlySet<string> = new Set(['schema', 'name', 'summary', 'externalDocs'])

/** An object from its properties alone. */
function fromProperties(pen: Pen, json: JsonObject, at: At): Json {
  note(pen, 'RL207', at, 'None of this is a keyword; read as the properties of an object.')
  const { now } = inside(at, 'properties')
  const properties = mapMembers(json, (value, key) => {
    const { was } = inside(at, key)
    return mendSchema(pen, value, moved(pen, was, child(now, key)))
  })
  return withRequired(pen, { type: 'object', properties }, at)
}

function flagText(json: Json): boolean | undefined {
  return json === 'true' || json === 'false' ? json === 'true' : undefined
}

interface Member {
  readonly key: string
  readonly value: Json
  /** Of the schema that holds it. */
  readonly at: At
}

function keyword(pen: Pen, { key, value, at }: Member): Json | undefined {
  const where = inside(at, key)
  const form = formOf(key)
  const meant = meaningOf(key, value)
  if (meant === undefined) return inner(pen, key, value, where)
  const says = form === undefined ? 'a schema' : wordsFor(form)
  const how = meant === absent ? 'as it is, it says nothing' : read(meant)
  const help = form === undefined || meant !== absent ? {} : { help: keywordHelp(key, form, value) }
  note(pen, 'RL207', where, { message: `The keyword \`${key}\` is ${says}; ${how}.`, ...help })
  return meant === absent ? undefined : inner(pen, key, meant, where)
}

/** What stands for a keyword that is as good as not there. */
const absent = Symbol('absent')

/**
 * What a keyword was meant to say, where it does not say it as JSON Schema has it; undefined where it does,
 * or where that is not clear.
 */
function meaningOf(key: string, value: Json): Json | typeof absent | undefined {
  const form = formOf(key)
  if (form === 'type') return typeMeant(value)
  if (value === null)
    return form === undefined && holding(key, value) !== 'one' ? undefined : absent
  switch (form) {
    case undefined:
    case 'map':
    case 'exclusive':
    case 'names':
    case 'list':
      return undefined
    case 'flag':
      return typeof value === 'boolean' ? undefined : flagFrom(value)
    case 'number':
    case 'count':
      return numberFrom(value)
    case 'text':
      return key === '$ref' ? undefined : textFrom(value)
    default:
      return form satisfies never
  }
}

function typeMeant(value: Json): Json | typeof absent | undefined {
  if (value === 'any') return absent
  const words = isArray(value) ? value : [value]
  const meant = words.map(typeFrom)
  const types = meant.filter((word) => word !== undefined)
  // An unknown word would let no value through.
  if (types.length === 0 || types.length < words.length) return absent
  if (!isArray(value)) return types[0] === value ? undefined : types[0]
  return types.every((word, index) => word === value[index]) ? undefined : types
}

function inner(pen: Pen, key: string, value: Json, at: At): Json {
  const kind = holding(key, value)
  if (kind === 'one') return mendSchema(pen, value, at)
  if (kind === 'list' && isArray(value)) {
    return mapItems(value, (item, index) => mendSchema(pen, item, inside(at, index)))
  }
  if (kind === 'map' && isObject(value)) {
    return mapMembers(value, (item, name) =>
      isArray(item) && key === 'dependencies' ? item : mendSchema(pen, item, inside(at, name)),
    )
  }
  return value
}

/** `required: true` in a property, as draft 3 had it, is an entry of `required` around it. */
function withRequired(pen: Pen, schema: JsonObject, at: At): JsonObject {
  const { properties, required = [] } = schema
  if (!isObject(properties) || !isArray(required)) return schema
  const added: string[] = []
  const plain = mapMembers(properties, (property, name) => {
    if (!isObject(property)) return property
    const said = flag(property['required'])
    if (said === undefined) return property
    const where = inside(inside(at, 'properties'), name)
    const message = `The keyword \`required\` is a list of property names; read as one of \`${name}\` in the schema around it.`
    note(pen, 'RL207', where, message)
    if (said) added.push(name)
    const { required: _, ...rest } = property
    return rest
  })
  if (plain === properties) return schema
  const names = [...new Set([...required, ...added])]
  const { required: _, ...rest } = schema
  return { ...rest, properties: plain, ...(names.length === 0 ? {} : { required: names }) }
}

/** A flag where JSON Schema wants a list of names. */
function flag(json: Json | undefined): boolean | undefined {
  return typeof json === 'boolean'
    ? json
    : flagFrom(isArray(json) || json === undefined ? '' : json)
}

function read(meant: Json): string {
  return `read as ${jsonText(meant).slice(0, 80)}`
}
