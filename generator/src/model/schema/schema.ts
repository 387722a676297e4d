import { allowsNothing, isAnnotation, isLimit, isReference } from '@rpcloom/schema/internal'
import { jsonText } from '../../json/text.ts'
import { compareText } from '../../json/compare-text.ts'
import { longestChain, tokensOf } from '../../json/pointer.ts'
import type { Finding } from '../../diagnostics/diagnostics.ts'
import { servesFormat, typeWords } from '../../openrpc/format-types.ts'
import type { Loaded } from '../../openrpc/loaded.ts'
import { flagOf, isObject, own, stringOf } from '../../json/members.ts'
import { schemaDoc } from '../doc.ts'
import { caseOrigin, schemaOrigin, longestTitle, type TypeOrigin } from '../names/type-origin.ts'
import { pascal } from '../names/identifiers.ts'
import { below, type Located, placeId } from '../../json/place.ts'
import { follow, isDescriptor } from '../reference.ts'
import type { Json, JsonObject, Place } from '../../json/types.ts'
import type { Type, TypeId } from '../types.ts'
import { arrayType } from './array.ts'
import { combined, hasCombinators } from './combinators.ts'
import { intersect, unite } from './compose.ts'
import { constantType } from './constant.ts'
import { objectType } from './object.ts'
import {
  asSchema,
  type SchemaReader,
  type SchemaStructure,
  schemaOf,
  structureAt,
  type TypeDraft,
  untyped,
} from './reader.ts'
import { type HexQuantities, withQuantityFormat } from './quantity.ts'
import { scalarType } from './scalar.ts'
import { whenWords } from './when.ts'

export function schemaReader(
  loaded: Loaded,
  hexQuantities: HexQuantities,
  findings: Finding[],
): SchemaReader {
  const reader: SchemaReader = {
    loaded,
    hexQuantities,
    read: (at) => typeAt(reader, at),
    inline: (at) => inlineType(reader, at),
    drafts: new Map(),
    queue: [],
    known: new Set(),
    crossed: new Set(),
    titled: new Map(),
    prefixes: new Map(),
    untyped: [],
    findings,
  }
  return reader
}

function typeAt(reader: SchemaReader, at: Located<Json | undefined>): Type {
  const { json, place } = at
  if (json === undefined || json === null) return untyped(reader, place, 'no-schema')
  if (allowsNothing(json)) return { kind: 'never' }
  if (json === true) return untyped(reader, place, 'any-value')
  if (!isObject(json)) return untyped(reader, place, 'unsupported')
  if (isDescriptor(json)) return typeAt(reader, schemaOf({ place, json }))
  const ref = own(json, '$ref')
  const type =
    typeof ref === 'string'
      ? referenceType(reader, place, json, ref)
      : (declaredType(reader, place, json) ?? untyped(reader, place, untypedReason(json)))
  return flagOf(json, 'nullable') ? unite([type, { kind: 'null' }]) : type
}

function inlineType(reader: SchemaReader, at: Located<Json | undefined>): Type {
  const type = typeAt(reader, at)
  if (at.json === undefined || !deservesName(type)) return type
  const title = stringOf(at.json, 'title')
  const words = title === undefined ? whenWords(at.json) : ''
  if (words !== '') {
    const origin = caseOrigin(at.place, words, reader.prefixes)
    return { kind: 'ref', to: define(reader, { place: at.place, json: at.json, type, origin }) }
  }
  if (title === undefined) return type
  const length = pascal(title).length
  if (length === 0 || length > longestTitle) return type
  const key = jsonText([at.place.file, title, at.json], withoutProse)
  const origin = schemaOrigin(at.place, title, reader.prefixes)
  const draft = draftOf({ place: at.place, json: at.json, type, origin })
  return { kind: 'ref', to: addTitled(reader, key, draft) }
}

/** Adds a named type, unless an equal type exists. */
function addTitled(reader: SchemaReader, key: string, draft: TypeDraft): TypeId {
  const known = reader.titled.get(key)
  if (known !== undefined) {
    nameAfterLeast(reader, known, draft.origin)
    return known
  }
  const to = add(reader, draft)
  reader.titled.set(key, to)
  return to
}

/**
 * Chooses the name of a type that occurs in several places. The alphabetically first origin
 * determines the name, so that the order in the document has no influence.
 */
function nameAfterLeast(reader: SchemaReader, id: TypeId, origin: TypeOrigin): void {
  const draft = reader.drafts.get(id)
  if (draft === undefined) return
  const isLess = compareText(origin.candidates.join('\n'), draft.origin.candidates.join('\n')) < 0
  if (isLess) reader.drafts.set(id, { ...draft, origin })
}

/**
 * JSON replacer that drops descriptions, because schemas that differ only in descriptions are
 * equal. The schema of a property called `description` is kept, because it is not a string.
 */
function withoutProse(key: string, value: unknown): unknown {
  return key === 'description' && typeof value === 'string' ? undefined : value
}

/**
 * Returns the type ID of a component or of a referenced schema. A new schema is queued for reading.
 */
export function identityOf(reader: SchemaReader, at: Located, fromFile: string): TypeId {
  const id = placeId(at.place)
  if (at.place.file !== fromFile) reader.crossed.add(id)
  if (!reader.known.has(id)) {
    reader.known.add(id)
    reader.queue.push(at)
  }
  return id
}

/** Reads queued schemas until the queue is empty. */
export function readQueue(reader: SchemaReader): void {
  // The queue grows during the iteration. Removing items with `shift` would take quadratic time.
  for (const at of reader.queue) {
    if (reader.drafts.has(placeId(at.place))) continue
    defineReferred(reader, at)
  }
}

function defineReferred(reader: SchemaReader, at: Located): TypeId {
  const origin = schemaOrigin(at.place, stringOf(at.json, 'title'), reader.prefixes)
  return define(reader, { place: at.place, json: at.json, type: reader.read(at), origin })
}

/**
 * Returns the type of a method's param or result schema. An inline record or enum gets the given
 * name, as does a list or union that contains one, so that callers can refer to it.
 */
export function namedAfter(
  reader: SchemaReader,
  at: Located<Json | undefined>,
  origin: TypeOrigin,
): Type {
  const type = reader.read(at)
  if (at.json === undefined || !(deservesName(type) || holdsUnnamed(type))) return type
  return { kind: 'ref', to: define(reader, { place: at.place, json: at.json, type, origin }) }
}

interface NewType extends Pick<TypeDraft, 'place' | 'type' | 'origin'> {
  readonly json: Json
}

/** Adds a named type for the schema at a place, unless a type for that place exists. */
export function define(reader: SchemaReader, type: NewType): TypeId {
  return add(reader, draftOf(type))
}

function draftOf({ place, json, type, origin }: NewType): TypeDraft {
  const id = placeId(place)
  return { id, place, schema: asSchema({ place, json }), doc: schemaDoc(json), origin, type }
}

function add({ known, drafts }: SchemaReader, draft: TypeDraft): TypeId {
  known.add(draft.id)
  if (!drafts.has(draft.id)) drafts.set(draft.id, draft)
  return draft.id
}

function referenceType(reader: SchemaReader, place: Place, json: JsonObject, ref: string): Type {
  const target = namedTarget(reader, place.file, ref)
  if (target === undefined) return untyped(reader, place, 'unresolved')
  const to = identityOf(reader, target, place.file)
  const { $ref: _, ...siblings } = json
  // Draft 7 ignores keywords next to a reference, but later drafts apply them. Applying them is
  // harmless in draft 7 documents.
  const declared = declaredType(reader, place, siblings)
  const reference = { kind: 'ref', to } as const
  return declared !== undefined && addsToReference(declared)
    ? intersect([reference, declared])
    : reference
}

/**
 * Returns the target of a reference. A target that is itself a reference is returned unchanged, so
 * that it keeps its name, with two exceptions: a target that is not a component
 * (`#/components/schemas/Block/properties/hash`), and a component that only refers to a component
 * of the same name in another file. In both cases the further reference is followed.
 */
function namedTarget(reader: SchemaReader, fromFile: string, ref: string): Located | undefined {
  let target = follow(reader.loaded, fromFile, ref)
  for (let hops = 0; target !== undefined && hops < longestChain; hops++) {
    const next = own(target.json, '$ref')
    const { strength } = schemaOrigin(target.place, undefined, reader.prefixes)
    const isPath =
      strength === 'path' &&
      typeof next === 'string' &&
      isObject(target.json) &&
      isReference(target.json)
    const further = isPath
      ? follow(reader.loaded, target.place.file, next)
      : passedOn(reader, target)
    if (!isPath && further === undefined) break
    target = further
  }
  return target
}

/**
 * If a component only refers to a component of the same name in another file, returns that other
 * component. Otherwise returns undefined.
 */
export function passedOn({ loaded }: SchemaReader, { place, json }: Located): Located | undefined {
  const ref = own(json, '$ref')
  if (typeof ref !== 'string' || !isObject(json) || Object.keys(json).length > 1) return undefined
  const target = follow(loaded, place.file, ref)
  if (target === undefined || target.place.file === place.file) return undefined
  return tokensOf(target.place.pointer).at(-1) === tokensOf(place.pointer).at(-1)
    ? target
    : undefined
}

/**
 * Whether keywords next to a reference add to the type of the target. Properties, alternatives and
 * constants add to it. `type: object` adds nothing, because it only repeats the target's type.
 */
function addsToReference(type: Type): boolean {
  if (type.kind === 'object') return type.properties.length > 0
  return ['literal', 'enum', 'union', 'intersection', 'ref'].includes(type.kind)
}

/**
 * Returns the type that the keywords of a schema describe. Returns undefined if no keyword
 * describes a type.
 */
function declaredType(reader: SchemaReader, place: Place, json: JsonObject): Type | undefined {
  const at = { place, json }
  reportUnserved(reader, at)
  const structure = structureAt(at)
  // Values of a format with a codec differ from the constants, which are as sent.
  const constant = isConverted(reader, json) ? undefined : constantType(json, place)
  const base = constant ?? wordsType(reader, at, structure)
  if (!hasCombinators(structure)) return base
  const members = combined(reader, at, structure, base !== undefined)
  const addsBase = base !== undefined && (members.length === 0 || !isLimit(json))
  const parts = addsBase ? [base, ...members] : members
  // Schemas of unknown type were already recorded when they were read.
  return parts.length === 0 ? undefined : intersect(parts)
}

/** Whether the values of a schema are of a custom format with a codec. */
function isConverted({ loaded }: SchemaReader, json: JsonObject): boolean {
  const custom = loaded.formats?.types.get(stringOf(json, 'format') ?? '')
  return custom?.hasCodec === true && servesFormat(custom.of, typeWords(json))
}

/** Reports a custom format that is for values of another type than those of the schema. */
function reportUnserved(
  { loaded, findings }: SchemaReader,
  { json, place }: Located<JsonObject>,
): void {
  const custom = loaded.formats?.types.get(stringOf(json, 'format') ?? '')
  const words = typeWords(json)
  if (custom === undefined || servesFormat(custom.of, words)) return
  const has =
    words.length === 0 ? 'the schema has no `type`' : `the schema is for ${words.join(' or ')}`
  const message = `The format ${custom.name} is for ${custom.of}s, but ${has}, so the format is ignored.`
  findings.push({ code: 'RL317', message, place: below(place, 'format') })
}

function wordsType(
  reader: SchemaReader,
  at: Located<JsonObject>,
  structure: SchemaStructure,
): Type | undefined {
  const words = typeWords(at.json)
  if (words.length === 0) return undefined
  const formatted = withQuantityFormat(at.json, reader.hexQuantities)
  const scalars = scalarType(formatted, words, reader.loaded.formats?.types)
  const others = words.flatMap((word): readonly Type[] => {
    switch (word) {
      case 'boolean':
        return [{ kind: 'boolean' }]
      case 'null':
        return [{ kind: 'null' }]
      case 'object':
        return [objectType(reader, at, structure)]
      case 'array':
        return [arrayType(reader, at.json, structure)]
      default:
        return []
    }
  })
  const isTextFirst = words.findIndex((word) => scalarWords.has(word)) === 0
  return unite(isTextFirst ? [...scalars, ...others] : [...others, ...scalars])
}

const scalarWords = new Set(['string', 'integer', 'number'])

function untypedReason(json: JsonObject): 'any-value' | 'unsupported' {
  return Object.keys(json).every(isAnnotation) ? 'any-value' : 'unsupported'
}

/**
 * Whether a type gets a name. Records, enums, and types composed of records or enums get a name.
 * Scalars, lists, and unions of scalars get no name.
 */
function deservesName(type: Type): boolean {
  if (type.kind === 'object') return type.properties.length > 0
  if (type.kind === 'enum') return type.members.length > 1
  if (type.kind !== 'union') return type.kind === 'intersection'
  return type.members.some((member) => member.kind === 'enum' || isRecordLike(member))
}

/** Whether a type is an unnamed record or enum, or a list or union that contains one. */
function holdsUnnamed(type: Type): boolean {
  if (type.kind === 'array') return holdsUnnamed(type.items)
  if (type.kind === 'tuple') {
    return [...type.items, ...(type.rest === undefined ? [] : [type.rest])].some(holdsUnnamed)
  }
  if (type.kind === 'union') return type.members.some(holdsUnnamed)
  return type.kind !== 'ref' && deservesName(type)
}

function isRecordLike(type: Type): boolean {
  return type.kind === 'object' || type.kind === 'intersection' || type.kind === 'ref'
}
