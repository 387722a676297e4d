import { isRecord, recordOf } from '../json/values.ts'
import { isAnnotation, schemasIn } from '../keywords/table.ts'
import { itemKeywords } from '../part-schemas.ts'
import { located, type Located, type Places } from './located.ts'

/** Alternatives of a value: the members of `oneOf` or `anyOf`. */
export interface Choice<Place, Value = unknown> {
  readonly keyword: 'anyOf' | 'oneOf'
  /** Whether a value must match exactly one option, and not several. */
  readonly isExclusive: boolean
  /** The schema that has the keyword. */
  readonly from: Located<Place, Value>
  readonly options: readonly Located<Place, Value>[]
}

/** The schemas that one schema has for the value itself, its members and its items. */
export interface Structure<Place, Value = unknown> {
  /** Schemas that apply as well. */
  readonly conjuncts: readonly Located<Place, Value>[]
  readonly choices: readonly Choice<Place, Value>[]
  readonly properties: ReadonlyMap<string, Located<Place, Value>>
  readonly patterns: ReadonlyMap<string, Located<Place, Value>>
  /** Schema of members that are not declared. */
  readonly additional: Located<Place, Value> | undefined
  /** Schemas of the first items, and of the items after them. */
  readonly first: readonly Located<Place, Value>[]
  readonly rest: Located<Place, Value> | undefined
}

/** Returns the structure of a schema. */
export function structureOf<Place, Value>(
  from: Located<Place, Value>,
  inside: Places<Place>['inside'],
): Structure<Place, Value> {
  const entries = (keyword: string): readonly (readonly [string, Located<Place, Value>])[] =>
    innerSchemas(from, keyword, inside)
  const list = (keyword: string): readonly Located<Place, Value>[] =>
    entries(keyword).map(([, one]) => one)
  const choice = (keyword: Choice<Place>['keyword']): readonly Choice<Place, Value>[] => {
    const all = list(keyword)
    const possible = all.filter(({ json }) => !allowsNothing(json))
    const options = possible.length === 0 ? all : possible
    return options.length === 0
      ? []
      : [{ keyword, isExclusive: keyword === 'oneOf', from, options }]
  }
  const items = itemKeywords(recordOf(from.json))
  // Most readers need one part only.
  return {
    get conjuncts() {
      return list('allOf')
    },
    get choices() {
      return [...choice('oneOf'), ...choice('anyOf')]
    },
    get properties() {
      return new Map(entries('properties'))
    },
    get patterns() {
      return new Map(entries('patternProperties'))
    },
    get additional() {
      return list('additionalProperties')[0]
    },
    get first() {
      return list(items.first)
    },
    get rest() {
      return list(items.rest)[0]
    },
  }
}

/** Returns the structure of a schema whose place is not needed. */
export function ownStructure(schema: unknown): Structure<undefined> {
  return structureOf(located(schema), () => undefined)
}

/** Returns the schemas in the value of a keyword, with their names or indexes. */
export function innerSchemas<Place, Value>(
  { json, place }: Located<Place, Value>,
  keyword: string,
  inside: Places<Place>['inside'],
): readonly (readonly [string, Located<Place, Value>])[] {
  if (!isRecord(json) || !Object.hasOwn(json, keyword)) return []
  return schemasIn(keyword, json[keyword]).map(({ path, schema }) => [
    String(path[1] ?? ''),
    { json: (allowsNothing(schema) ? false : schema) as Value, place: inside(place, path) },
  ])
}

/** Whether a schema says that no value is valid: `false`, or `{ "not": {} }`, which generators write for it. */
export function allowsNothing(schema: unknown): boolean {
  if (!isRecord(schema)) return schema === false
  const { not } = schema
  return not === true || (isRecord(not) && Object.keys(not).every(isAnnotation))
}
