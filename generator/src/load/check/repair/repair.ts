import { isNumber } from '../../../json/is-number.ts'
import { mapItems, mapMembers } from '../../../json/map.ts'
import { jsonText } from '../../../json/text.ts'
import type { Finding } from '../../../diagnostics/diagnostics.ts'
import type { Json, JsonObject } from '../../../json/types.ts'
import {
  grammar,
  isAbsentAsNull,
  isForeign,
  type Kind,
  type Member,
  type ObjectKind,
  type Primitive,
} from '../../../openrpc/grammar.ts'
import { isArray, isObject, isReference, quotedName } from '../../../json/pointer.ts'
import { asDescriptor } from './descriptor.ts'
import { asParams } from './params.ts'
import { type Location, inside, warn, type RepairContext } from './context.ts'
import { repairSchema } from './schema.ts'
import { flagFrom, numberFrom, textFrom } from './convert.ts'

export interface Repaired {
  readonly json: Json
  readonly findings: readonly Finding[]
  readonly origins: ReadonlyMap<string, string>
  readonly moves: ReadonlyMap<string, string>
}

/**
 * Rewrites values to the form that the specification requires, for the few mistakes that occur in
 * real documents: a schema instead of params, null for an omitted member, or `"true"` instead of
 * true. Other invalid values remain and are rejected later.
 */
export function repair(
  kind: Kind,
  json: Json,
  from: Pick<RepairContext, 'file' | 'root' | 'digits'> & { readonly pointer: string },
): Repaired {
  const { pointer, ...rest } = from
  const context: RepairContext = { ...rest, findings: [], origins: new Map(), moves: new Map() }
  const at = { current: pointer, original: pointer }
  // The target of a reference is not repaired here, because another reference may require a
  // different kind of object.
  const isPart = isObject(json) && !isReference(json) && kind !== 'loose' && kind !== 'opaque'
  const repaired = isPart ? repairPart(context, kind, json, at) : json
  return {
    json: repaired,
    findings: context.findings,
    origins: context.origins,
    moves: context.moves,
  }
}

function repairPart(
  context: RepairContext,
  kind: Exclude<Kind, 'loose' | 'opaque'>,
  json: JsonObject,
  at: Location,
): Json {
  return kind === 'schema' ? repairSchema(context, json, at) : repairObject(context, kind, json, at)
}

function repairValue(context: RepairContext, kind: Kind, json: Json, at: Location): Json {
  if (kind === 'schema') return repairSchema(context, json, at)
  if (kind === 'loose' || kind === 'opaque') return json
  const meant = kind === 'contentDescriptor' ? asDescriptor(context, json, at) : json
  return isObject(meant) && !isReference(meant) ? repairObject(context, kind, meant, at) : meant
}

function repairObject(
  context: RepairContext,
  kind: ObjectKind,
  json: JsonObject,
  at: Location,
): JsonObject {
  const { members, required } = grammar[kind]
  const named = kind === 'method' ? withParams(context, json, at) : json
  return mapMembers(named, (value, key) => {
    const isKnown = Object.hasOwn(members, key) && !isForeign(key, value)
    const member = isKnown ? members[key] : undefined
    // Params that were given as an object are already repaired.
    if (member === undefined || (key === 'params' && value !== json[key])) return value
    if (value === null && isAbsentAsNull(member) && !required.includes(key)) {
      warn(context, 'RL204', inside(at, key), `\`${key}\` is null; read as omitted.`)
      return undefined
    }
    return repairMember(context, member, value, inside(at, key))
  })
}

/**
 * Converts `params` from an object to a list. The method must then be called by name, because
 * object keys have no order.
 */
function withParams(context: RepairContext, json: JsonObject, at: Location): JsonObject {
  const { params } = json
  const where = inside(at, 'params')
  const found = isObject(params) ? asParams(context, params, where) : undefined
  if (found === undefined) return json
  const items = repairItems(context, 'contentDescriptor', found.items, found.at)
  const byName = found.byName && json['paramStructure'] === undefined
  return { ...json, ...(byName ? { paramStructure: 'by-name' } : {}), params: items }
}

function repairMember(
  context: RepairContext,
  member: Member,
  value: Json,
  at: Location,
): Json | undefined {
  if (typeof member === 'string') return repairPrimitive(context, member, value, at)
  if ('among' in member || value === null) return value
  if ('one' in member) return repairValue(context, member.one, value, at)
  if ('list' in member) return repairList(context, member.list, value, at)
  if (!isObject(value) || isReference(value)) return value
  return mapMembers(value, (inner, key) => repairValue(context, member.map, inner, inside(at, key)))
}

function repairList(context: RepairContext, of: Kind, value: Json, at: Location): Json {
  if (!isArray(value)) return value
  return mapItems(value, (item, index) => repairValue(context, of, item, inside(at, index)))
}

function repairItems(
  context: RepairContext,
  of: Kind,
  items: readonly Json[],
  places: readonly Location[],
): readonly Json[] {
  return items.map((item, index) => {
    const at = places[index]
    return at === undefined ? item : repairValue(context, of, item, at)
  })
}

function repairPrimitive(context: RepairContext, of: Primitive, value: Json, at: Location): Json {
  // YAML parses an unquoted `1.10` as a number and loses the trailing zero, so the source text is
  // used.
  const digits = of === 'string' && isNumber(value) ? context.digits(at.original) : undefined
  const meant = digits ?? primitiveFrom(of, value)
  if (meant === undefined) return value
  const expected = `${of === 'integer' ? 'an' : 'a'} ${of}`
  warn(
    context,
    'RL204',
    at,
    `${quotedName(at.current)} must be ${expected}; read as ${jsonText(meant).slice(0, 80)}.`,
  )
  return meant
}

function primitiveFrom(of: Primitive, value: Json): Json | undefined {
  switch (of) {
    case 'any':
    case 'strings':
      return undefined
    case 'string':
      return textFrom(value)
    case 'boolean':
      return typeof value === 'boolean' ? undefined : flagFrom(value)
    case 'integer':
      return Number.isInteger(numberFrom(value)) ? numberFrom(value) : undefined
    default:
      return of satisfies never
  }
}
