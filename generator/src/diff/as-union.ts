import {
  declaredTypes,
  isAnnotation,
  keywordOf,
  togetherNames,
  typeNames,
} from '@rpcloom/schema/internal'
import { isArray, isObject } from '../json/members.ts'
import type { Located } from '../json/place.ts'
import { jsonText } from '../json/text.ts'
import type { Json, JsonObject } from '../json/types.ts'
import type { Union } from './coverage.ts'
import type { Version } from './version.ts'
import { type Conjunction, possibleTypes, type View, viewOf } from './view.ts'
import { meaningWords } from './words.ts'

/** Returns the members of `oneOf` or `anyOf`. */
export function unionOf({ options, keyword, isExclusive }: View['choices'][number]): Union {
  return { members: options.map((schema) => [schema]), keyword, isExclusive }
}

/** Returns a union, or another schema as a union of one alternative for each of its types or values. */
export function asUnion(version: Version, view: View, schemas: Conjunction): Union {
  const [choice] = view.choices
  if (choice !== undefined) {
    const beside = constraintsBeside(view, choice)
    const members = choice.options
      .flatMap(parts)
      .map((member) => [...member, ...constraintsFor(version, member, beside)])
    return { members, keyword: choice.keyword, isExclusive: choice.isExclusive }
  }
  const [schema, ...others] = schemas
  const isSole = schema !== undefined && others.length === 0
  const members = isSole ? parts(schema) : byType(view, schemas)
  return { members, keyword: undefined, isExclusive: false }
}

/** Returns the schemas that restrict all alternatives of a union, without its alternatives. */
function constraintsBeside(
  { schemas }: View,
  { from, keyword }: View['choices'][number],
): Conjunction {
  return schemas.map(({ place, json }) => {
    const isKept = (name: string): boolean =>
      !togetherNames.includes(name) &&
      !isAnnotation(name) &&
      !(json === from.json && name === keyword)
    const kept = Object.entries(isObject(json) ? json : {}).filter(([name]) => isKept(name))
    return { place, json: Object.fromEntries(kept) }
  })
}

/** Returns the schemas with the keywords that restrict an alternative, because of its types. */
function constraintsFor(version: Version, member: Conjunction, beside: Conjunction): Conjunction {
  const types = possibleTypes(version, viewOf(version, member)) ?? typeNames
  return beside.flatMap(({ place, json }) => {
    const kept = Object.entries(isObject(json) ? json : {}).filter(([name]) => {
      const of = keywordOf(name)?.of
      return of === undefined ? !types.every((type) => type === 'null') : limits(types, of)
    })
    return kept.length === 0 ? [] : [{ place, json: Object.fromEntries(kept) }]
  })
}

function limits(types: readonly string[], of: string): boolean {
  return types.includes(of) || (of === 'number' && types.includes('integer'))
}

/** Returns a view in which the annotations of a union include those of its alternatives. */
export function ofAll(version: Version, view: View): View {
  const all = view.isUnion
    ? [view, ...view.choices.flatMap(({ options }) => options.map((one) => viewOf(version, [one])))]
    : [view]
  const valuesOf = (name: string): readonly Json[] => {
    const values = all.flatMap((each) =>
      each.valuesOf(name).map((value) => [jsonText(value), value] as const),
    )
    return [...new Map(values).values()]
  }
  return { ...view, valuesOf }
}

/** Replaces a schema with several types or values by one schema for each, so that they match those of a union. */
function parts(schema: Located): readonly Conjunction[] {
  const { json, place } = schema
  if (!isObject(json)) return [[schema]]
  const { nullable, ...own } = withoutMeaning(json)
  const types = declaredTypes(json) ?? []
  const isNullable = nullable === true && types.length > 0
  const { enum: values } = own
  const each = isArray(values)
    ? [
        ...values.map((value) => ({ ...own, enum: [value] })),
        ...(isNullable && !values.includes(null) ? [nothing] : []),
      ]
    : types.map((type) => (type === 'null' ? nothing : { ...limitedTo(own, type), type }))
  if (each.length < 2)
    return [[Object.hasOwn(json, '$ref') ? schema : { place, json: withoutMeaning(json) }]]
  return each.map((one) => [{ place, json: one }])
}

/** Splits schemas that apply together by the types that they allow. */
function byType({ types = [] }: View, schemas: Conjunction): readonly Conjunction[] {
  const [schema] = schemas
  if (schema === undefined || types.length < 2) return [schemas]
  const { place } = schema
  return types.map((type) =>
    type === 'null' ? [{ place, json: nothing }] : [...schemas, { place, json: { type } }],
  )
}

/** Returns a schema without the annotations that a union has for all of its alternatives. */
function withoutMeaning(schema: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => !meaningWords.includes(name)))
}

const nothing: JsonObject = { type: 'null' }

/** Returns a schema without the keywords that limit values of other types. */
function limitedTo(schema: JsonObject, type: string): JsonObject {
  const limited = type === 'integer' ? 'number' : type
  return Object.fromEntries(
    Object.entries(schema).filter(([name]) => (keywordOf(name)?.of ?? limited) === limited),
  )
}
