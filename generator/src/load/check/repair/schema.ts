import { mapMembers } from '../../../json/map.ts'
import { jsonText } from '../../../json/text.ts'
import type { Json, JsonObject } from '../../../json/types.ts'
import { child, isArray, isObject } from '../../../json/pointer.ts'
import { forgottenProperties } from '../../../openrpc/malformed-keywords.ts'
import { forms, keywordOf, rejectedByDraft7 } from '@rpcloom/schema/internal'
import { keywordHelp, mapSchemas } from '../../../openrpc/schema-keywords.ts'
import { isProperties, schemaWithin } from './descriptor.ts'
import { type Location, copied, inside, moved, warn, type RepairContext } from './context.ts'
import { flagFrom, numberFrom, schemaFrom, textFrom, typeFrom } from './convert.ts'

/** Repairs keywords of a schema whose invalid values have only one plausible meaning. */
export function repairSchema(context: RepairContext, json: Json, at: Location): Json {
  if (typeof json === 'boolean') return json
  if (!isObject(json)) {
    const meant = flagText(json) ?? schemaFrom(json)
    if (meant === undefined) return json
    warn(context, 'RL204', at, `A schema must be an object or a boolean; ${read(meant)}.`)
    return meant
  }
  const schema = schemaWithin(json)
  if (schema !== undefined) return fromDescriptor(context, json, schema, at)
  if (isProperties(json)) return fromProperties(context, json, at)
  const own = mapMembers(json, (value, key) => keyword(context, { key, value, at }))
  const members = withLimits(context, own, at)
  return withForgotten(context, withRequired(context, members, at), at)
}

/**
 * Replaces a content descriptor that was written instead of a schema with its schema and
 * annotations.
 */
function fromDescriptor(
  context: RepairContext,
  json: JsonObject,
  schema: JsonObject,
  at: Location,
): Json {
  warn(context, 'RL204', at, 'Expected a schema, not a content descriptor; its `schema` is used.')
  const kept = Object.fromEntries(Object.entries(json).filter(([key]) => !isOwn.has(key)))
  const inner = { current: at.current, original: inside(at, 'schema').original }
  context.moves.set(inner.original, inner.current)
  for (const key of Object.keys(schema))
    copied(context, inside(inner, key).original, inside(at, key).current)
  const repaired = repairSchema(context, schema, inner)
  return isObject(repaired) ? { ...kept, ...repaired } : repaired
}

/**
 * Members of a content descriptor that are dropped when it is replaced with its schema. Schemas do
 * not have such members.
 */
const isOwn: ReadonlySet<string> = new Set(['schema', 'name', 'summary', 'externalDocs'])

/** Wraps a bare map of properties in an object schema. */
function fromProperties(context: RepairContext, json: JsonObject, at: Location): Json {
  warn(
    context,
    'RL207',
    at,
    'The schema has no known keyword; its members are read as the properties of an object.',
  )
  const { current } = inside(at, 'properties')
  const properties = mapMembers(json, (value, key) => {
    const { original } = inside(at, key)
    return repairSchema(context, value, moved(context, original, child(current, key)))
  })
  return withRequired(context, { type: 'object', properties }, at)
}

function flagText(json: Json): boolean | undefined {
  return json === 'true' || json === 'false' ? json === 'true' : undefined
}

interface Member {
  readonly key: string
  readonly value: Json
  readonly at: Location
}

function keyword(context: RepairContext, { key, value, at }: Member): Json | undefined {
  const where = inside(at, key)
  const { form } = keywordOf(key) ?? {}
  const meant = meaningOf(key, value)
  if (meant === undefined) return inner(context, key, value, where)
  const says = form === undefined ? 'a schema' : forms[form].expected
  const how = meant === absent ? 'ignored' : read(meant)
  const help = form === undefined || meant !== absent ? {} : { help: keywordHelp(key, form, value) }
  warn(context, 'RL207', where, {
    message: `The keyword \`${key}\` must be ${says}; ${how}.`,
    ...help,
  })
  return meant === absent ? undefined : inner(context, key, meant, where)
}

/** Marks an invalid keyword that is ignored. */
const absent = Symbol('absent')

/**
 * Returns the plausible meaning of an invalid keyword value. Returns undefined if the value is
 * valid or its meaning is unclear.
 */
function meaningOf(key: string, value: Json): Json | typeof absent | undefined {
  const { form, holds } = keywordOf(key) ?? {}
  if (form === 'type') return typeMeant(value)
  if (value === null) return form === undefined && holds === undefined ? undefined : absent
  switch (form) {
    case undefined:
    case 'map':
    case 'exclusive':
    case 'names':
    case 'namesByName':
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
  // An unknown type name would reject every value, so the keyword is ignored.
  if (types.length === 0 || types.length < words.length) return absent
  if (!isArray(value)) return types[0] === value ? undefined : types[0]
  return types.every((word, index) => word === value[index]) ? undefined : types
}

function inner(context: RepairContext, key: string, given: Json, at: Location): Json {
  const value = keywordOf(key)?.holds === 'map' ? withoutExtensions(context, given, at) : given
  const repaired = mapSchemas(key, value, (schema, path) =>
    repairSchema(context, schema, path.reduce<Location>(inside, at)),
  )
  return repaired ?? value
}

/** Drops extensions that were written among the members of an object, and have no schema. */
function withoutExtensions(context: RepairContext, schemas: Json, at: Location): Json {
  if (!isObject(schemas)) return schemas
  return mapMembers(schemas, (schema, name) => {
    const isSchema =
      isObject(schema) || typeof schema === 'boolean' || schemaFrom(schema) !== undefined
    if (isSchema || !name.startsWith('x-')) return schema
    warn(context, 'RL204', inside(at, name), `\`${name}\` is no schema; read as an extension.`)
    return undefined
  })
}

/**
 * Converts `required: true` in a property (draft 3) to an entry in `required` of the enclosing
 * object schema.
 */
function withRequired(context: RepairContext, schema: JsonObject, at: Location): JsonObject {
  const { properties, required = [] } = schema
  if (!isObject(properties) || !isArray(required)) return schema
  const added: string[] = []
  const plain = mapMembers(properties, (property, name) => {
    if (!isObject(property)) return property
    const kept = flag(property['required'])
    if (kept === undefined) return property
    const where = inside(inside(at, 'properties'), name)
    const message = `The keyword \`required\` must be a list of property names; \`${name}\` is read as required in the enclosing schema.`
    warn(context, 'RL207', where, message)
    if (kept) added.push(name)
    const { required: _, ...rest } = property
    return rest
  })
  if (plain === properties) return schema
  const names = [...new Set([...required, ...added])]
  const { required: _, ...rest } = schema
  return { ...rest, properties: plain, ...(names.length === 0 ? {} : { required: names }) }
}

const exclusiveLimits = [
  ['minimum', 'exclusiveMinimum'],
  ['maximum', 'exclusiveMaximum'],
] as const

/**
 * Converts exclusive limits of draft 4, where `exclusiveMinimum: true` excludes `minimum`, to those of later
 * drafts, so that the model and its outputs know one form.
 */
function withLimits(context: RepairContext, schema: JsonObject, at: Location): JsonObject {
  return exclusiveLimits.reduce((all: JsonObject, [limit, exclusive]) => {
    const { [exclusive]: isExclusive, ...rest } = all
    if (typeof isExclusive !== 'boolean') return all
    for (const { message } of rejectedByDraft7({ [exclusive]: isExclusive }))
      warn(context, 'RL208', inside(at, exclusive), message)
    const { [limit]: value, ...others } = rest
    return isExclusive && value !== undefined ? { ...others, [exclusive]: value } : rest
  }, schema)
}

/** Declares required properties that `additionalProperties: false` would otherwise forbid. */
function withForgotten(context: RepairContext, schema: JsonObject, at: Location): JsonObject {
  const forgotten = forgottenProperties(schema)
  if (forgotten.length === 0) return schema
  for (const { index, message, help } of forgotten) {
    const where = inside(inside(at, 'required'), index)
    warn(context, 'RL207', where, { message: `${message}; read as a property of any type.`, help })
  }
  const { properties } = schema
  const own = isObject(properties) ? Object.entries(properties) : []
  const added = forgotten.map(({ name }): readonly [string, Json] => [name, {}])
  return { ...schema, properties: Object.fromEntries([...own, ...added]) }
}

/** Reads a boolean value of `required`, which should be a list of names. */
function flag(json: Json | undefined): boolean | undefined {
  return typeof json === 'boolean'
    ? json
    : flagFrom(isArray(json) || json === undefined ? '' : json)
}

function read(meant: Json): string {
  return `read as ${jsonText(meant).slice(0, 80)}`
}
