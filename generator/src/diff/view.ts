import { jsonText } from '../json/text.ts'
import { below, placeId } from '../json/place.ts'
import { isArray, isObject, listOf, own, stringsOf } from '../json/members.ts'
import type { Json, JsonObject } from '../json/types.ts'
import type { Schema } from '../model/types.ts'
import { asSchema, referred, type Side } from './side.ts'

/** Schemas that all apply to the same value; usually a single schema. */
export type Conjunction = readonly Schema[]

/**
 * Merged keywords of a conjunction, including the schemas of `allOf` and of references with other keywords
 * next to them.
 */
export interface View {
  /** Allowed types; undefined if all types are allowed. */
  readonly types: readonly string[] | undefined
  readonly values: readonly Json[] | undefined
  readonly properties: ReadonlyMap<string, Conjunction>
  readonly required: ReadonlySet<string>
  /** Schema of undeclared members; undefined if they may have any value. */
  readonly additional: Schema | undefined
  readonly patterns: ReadonlyMap<string, Conjunction>
  readonly items: Conjunction
  readonly prefix: readonly Conjunction[]
  readonly alternatives: readonly {
    readonly keyword: string
    readonly members: readonly Schema[]
  }[]
  /** Values of keywords that are only tested for equality. */
  readonly words: ReadonlyMap<string, readonly Json[]>
  /** Whether the schema has no keywords except `oneOf` or `anyOf`. */
  readonly isUnion: boolean
}

type Draft = {
  types: readonly string[] | undefined
  values: readonly Json[] | undefined
  properties: Map<string, Schema[]>
  required: Set<string>
  additional: Schema | undefined
  patterns: Map<string, Schema[]>
  items: Schema[]
  prefix: Schema[][]
  alternatives: { keyword: string; members: readonly Schema[] }[]
  words: Map<string, Json[]>
}

/** Merges the keywords of a conjunction. Resolves a reference if it has other keywords next to it. */
export function viewOf(side: Side, schemas: Conjunction): View {
  const draft: Draft = {
    types: undefined,
    values: undefined,
    properties: new Map(),
    required: new Set(),
    additional: undefined,
    patterns: new Map(),
    items: [],
    prefix: [],
    alternatives: [],
    words: new Map(),
  }
  const seen = new Set<string>()
  const queue = [...schemas]
  for (let schema = queue.shift(); schema !== undefined; schema = queue.shift()) {
    const id = placeId(schema.place)
    if (seen.has(id)) continue
    seen.add(id)
    if (schema.json === false) restrictTypes(draft, [])
    if (!isObject(schema.json)) continue
    const target = referred(side, schema)
    if (target !== undefined) queue.push(target)
    for (const [index, member] of listOf(schema.json, 'allOf').entries()) {
      queue.push(asSchema(below(schema.place, 'allOf', index), member))
    }
    read(draft, schema, schema.json)
  }
  const types = draft.types ?? impliedTypes(draft)
  const isUnion =
    types === undefined && draft.values === undefined && draft.alternatives.length === 1
  return { ...draft, types, isUnion }
}

function read(draft: Draft, schema: Schema, json: JsonObject): void {
  const at = (key: string, value: Json, ...segments: readonly (string | number)[]): Schema =>
    asSchema(below(schema.place, key, ...segments), value)
  const type = own(json, 'type')
  if (typeof type === 'string' || isArray(type)) restrictTypes(draft, typesOf(json))
  const constant = own(json, 'const')
  const values = constant === undefined ? own(json, 'enum') : [constant]
  if (isArray(values)) restrictValues(draft, values)
  for (const [map, keyword] of [
    [draft.properties, 'properties'],
    [draft.patterns, 'patternProperties'],
  ] as const) {
    for (const [name, member] of entriesOf(json, keyword)) {
      map.set(name, [...(map.get(name) ?? []), at(keyword, member, name)])
    }
  }
  for (const name of stringsOf(json, 'required')) draft.required.add(name)
  const additional = own(json, 'additionalProperties')
  if (additional !== undefined) draft.additional = at('additionalProperties', additional)
  readItems(draft, json, at)
  for (const keyword of ['oneOf', 'anyOf']) {
    const members = listOf(json, keyword)
    if (members.length === 0) continue
    const schemas = members.map((member, index) => at(keyword, member, index))
    draft.alternatives.push({ keyword, members: schemas })
  }
  for (const [word, value] of Object.entries(json)) {
    if (!structural.has(word)) draft.words.set(word, [...(draft.words.get(word) ?? []), value])
  }
}

function readItems(
  draft: Draft,
  json: JsonObject,
  at: (key: string, value: Json, ...segments: readonly (string | number)[]) => Schema,
): void {
  const items = own(json, 'items')
  const keyword = isArray(items) ? 'items' : 'prefixItems'
  for (const [index, item] of listOf(json, keyword).entries()) {
    draft.prefix[index] = [...(draft.prefix[index] ?? []), at(keyword, item, index)]
  }
  const rest = isArray(items) ? own(json, 'additionalItems') : items
  if (rest !== undefined) draft.items.push(at(isArray(items) ? 'additionalItems' : 'items', rest))
}

/** Keywords that `read` interprets. `nullable` is interpreted as part of the type. */
const structural = new Set([
  '$ref',
  'additionalItems',
  'additionalProperties',
  'allOf',
  'anyOf',
  'const',
  'enum',
  'items',
  'nullable',
  'oneOf',
  'patternProperties',
  'prefixItems',
  'properties',
  'required',
  'type',
])

function typesOf(json: JsonObject): readonly string[] {
  const type = json['type']
  const names = (isArray(type) ? type : [type]).filter((name) => typeof name === 'string')
  return json['nullable'] === true && !names.includes('null') ? [...names, 'null'] : names
}

function restrictTypes(draft: Draft, types: readonly string[]): void {
  const { types: known } = draft
  if (known === undefined) {
    draft.types = types
    return
  }
  const admits = (list: readonly string[], name: string): boolean =>
    list.includes(name) || (name === 'integer' && list.includes('number'))
  draft.types = [
    ...known.filter((name) => admits(types, name)),
    ...types.filter((name) => !known.includes(name) && admits(known, name)),
  ]
}

function restrictValues(draft: Draft, values: readonly Json[]): void {
  const texts = new Set(values.map((value) => jsonText(value)))
  draft.values = draft.values?.filter((value) => texts.has(jsonText(value))) ?? values
}

/** Returns the types implied by keywords such as `properties`, because many schemas omit `type`. */
function impliedTypes(draft: Draft): readonly string[] | undefined {
  if (draft.values !== undefined) {
    return [...new Set(draft.values.map((value) => (value === null ? 'null' : typeOf(value))))]
  }
  const object =
    draft.properties.size > 0 ||
    draft.patterns.size > 0 ||
    draft.required.size > 0 ||
    draft.additional !== undefined
  if (object) return ['object']
  return draft.items.length > 0 || draft.prefix.length > 0 ? ['array'] : undefined
}

function typeOf(value: Json): string {
  if (isArray(value)) return 'array'
  return isObject(value) ? 'object' : typeof value
}

function entriesOf(json: JsonObject, keyword: string): readonly (readonly [string, Json])[] {
  const map = own(json, keyword)
  return isObject(map) ? Object.entries(map) : []
}
