import { isNumber } from '../../json/is-number.ts'
import { jsonText } from '../../json/text.ts'
import type { Finding } from '../../diagnostics.ts'
import type { Json, JsonObject } from '../../model/types.ts'
import {
  grammar,
  isForeign,
  type Kind,
  type Member,
  type ObjectKind,
  type Primitive,
} from '../grammar.ts'
import { isArray, isObject, isReference } from '../pointer.ts'
import { isDispensable } from './absent.ts'
import { asDescriptor } from './descriptor.ts'
import { asParams } from './params.ts'
import { type At, inside, mapItems, mapMembers, note, type Pen } from './pen.ts'
import { mendSchema } from './schema.ts'
import { flagFrom, numberFrom, textFrom } from './words.ts'

/** A value as it was meant, and what was wrong with what was written. */
export interface Mended {
  readonly json: Json
  readonly findings: readonly Finding[]
  readonly origins: ReadonlyMap<string, string>
  readonly moves: ReadonlyMap<string, string>
}

/**
 * Reads a value as the specification would have it written, in the few cases that real documents have: params
 * given as a schema, null for a member that is not there, `"true"` for true. Anything else stays as it is, and
 * is refused where it matters.
 */
export function mend(
  kind: Kind,
  json: Json,
  from: Pick<Pen, 'file' | 'root' | 'digits'> & { readonly pointer: string },
): Mended {
  const { pointer, ...rest } = from
  const pen: Pen = { ...rest, findings: [], origins: new Map(), moves: new Map() }
  const at = { now: pointer, was: pointer }
  // What a reference leads to may be something else where it stands: its parts are mended, and itself it stays.
  const isPart = isObject(json) && !isReference(json) && kind !== 'loose' && kind !== 'idle'
  const mended = isPart ? mendPart(pen, kind, json, at) : json
  return { json: mended, findings: pen.findings, origins: pen.origins, moves: pen.moves }
}

function mendPart(pen: Pen, kind: Exclude<Kind, 'loose' | 'idle'>, json: JsonObject, at: At): Json {
  return kind === 'schema' ? mendSchema(pen, json, at) : mendObject(pen, kind, json, at)
}

function mendValue(pen: Pen, kind: Kind, json: Json, at: At): Json {
  if (kind === 'schema') return mendSchema(pen, json, at)
  if (kind === 'loose' || kind === 'idle') return json
  const meant = kind === 'contentDescriptor' ? asDescriptor(pen, json, at) : json
  return isObject(meant) && !isReference(meant) ? mendObject(pen, kind, meant, at) : meant
}

function mendObject(pen: Pen, kind: ObjectKind, json: JsonObject, at: At): JsonObject {
  const { members, required } = grammar[kind]
  const named = kind === 'method' ? withParams(pen, json, at) : json
  return mapMembers(named, (value, key) => {
    const isKnown = Object.hasOwn(members, key) && !isForeign(key, value)
    const member = isKnown ? members[key] : undefined
    // Params read from an object were mended with it.
    if (member === undefined || (key === 'params' && value !== json[key])) return value
    if (value === null && isDispensable(member) && !required.includes(key)) {
      note(pen, 'RL204', inside(at, key), 'The member is null, and read as if it were absent.')
      return undefined
    }
    return mendMember(pen, member, value, inside(at, key))
  })
}

/** A method whose params stand in an object; by name, where only that can be meant. */
function withParams(pen: Pen, json: JsonObject, at: At): JsonObject {
  const { params } = json
  const where = inside(at, 'params')
  const found = isObject(params) ? asParams(pen, params, where) : undefined
  if (found === undefined) return json
  const items = mendItems(pen, 'contentDescriptor', found.items, found.at)
  const byName = found.byName && json['paramStructure'] === undefined
  return { ...json, ...(byName ? { paramStructure: 'by-name' } : {}), params: items }
}

function mendMember(pen: Pen, member: Member, value: Json, at: At): Json | undefined {
  if (typeof member === 'string') return mendPrimitive(pen, member, value, at)
  if ('among' in member || value === null) return value
  if ('one' in member) return mendValue(pen, member.one, value, at)
  if ('list' in member) return mendList(pen, member.list, value, at)
  if (!isObject(value) || isReference(value)) return value
  return mapMembers(value, (inner, key) => mendValue(pen, member.map, inner, inside(at, key)))
}

function mendList(pen: Pen, of: Kind, value: Json, at: At): Json {
  if (!isArray(value)) return value
  return mapItems(value, (item, index) => mendValue(pen, of, item, inside(at, index)))
}

function mendItems(
  pen: Pen,
  of: Kind,
  items: readonly Json[],
  places: readonly At[],
): readonly Json[] {
  return items.map((item, index) => {
    const at = places[index]
    return at === undefined ? item : mendValue(pen, of, item, at)
  })
}

function mendPrimitive(pen: Pen, of: Primitive, value: Json, at: At): Json {
  // YAML reads 1.10 as a number, which loses what was written.
  const digits = of === 'string' && isNumber(value) ? pen.digits(at.was) : undefined
  const meant = digits ?? primitiveFrom(of, value)
  if (meant === undefined) return value
  const expected = `${of === 'integer' ? 'an' : 'a'} ${of}`
  note(
    pen,
    'RL204',
    at,
    `The member has to be ${expected}; read as ${jsonText(meant).slice(0, 80)}.`,
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
