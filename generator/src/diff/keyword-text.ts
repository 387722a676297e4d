import { isAnnotation, keywordOf, subschemas } from '@rpcloom/schema/internal'
import { isArray, isObject, own } from '../json/members.ts'
import { below, type Located } from '../json/place.ts'
import { jsonText } from '../json/text.ts'
import type { Json, JsonObject } from '../json/types.ts'
import type { Comparer } from './comparer.ts'
import type { Direction } from './direction.ts'
import { namedBy, type Version } from './version.ts'
import type { View } from './view.ts'

/**
 * Serializes the values of a keyword for comparison, with sorted members, without annotations, and with references
 * replaced by type names.
 */
export function keywordText(
  version: Version,
  { word, file }: { readonly word: string; readonly file: string | undefined },
  values: readonly Json[],
): string {
  const schema = (json: Json): Json => {
    if (!isObject(json)) return sortedData(json)
    const { $ref: ref, ...others } = json
    const named =
      typeof ref === 'string' && file !== undefined
        ? namedBy(version, { place: { file, pointer: '' }, json: { $ref: ref } })
        : undefined
    const kept = Object.entries(
      named === undefined ? json : { ...others, $ref: named.name },
    ).filter(([name]) => !isAnnotation(name))
    return kept.length === 0 || sorted(Object.fromEntries(kept), valueOf)
  }
  const valueOf = (name: string, value: Json): Json => {
    const { holds } = keywordOf(name) ?? {}
    if (holds === undefined) return sortedData(value)
    if (isArray(value)) return value.map(schema)
    return holds === 'map' && isObject(value)
      ? sorted(value, (_name, one) => (isArray(one) ? one : schema(one)))
      : schema(value)
  }
  return jsonText(values.map((value) => valueOf(word, value)))
}

function sortedData(value: Json): Json {
  if (isArray(value)) return value.map(sortedData)
  return isObject(value) ? sorted(value, (_name, one) => sortedData(one)) : value
}

function sorted(value: JsonObject, inner: (name: string, one: Json) => Json): Json {
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, one]) => [name, inner(name, one)]),
  )
}

/** Returns the schemas that a keyword has in the schemas of a view, in an order that does not depend on names. */
export function schemasOf({ schemas }: View, word: string): readonly Located[] {
  return schemas.flatMap(({ json, place }) => {
    const value = own(json, word)
    if (value === undefined) return []
    return subschemas({ [word]: value })
      .map(({ path, schema }) => ({ place: below(place, ...path), json: schema }))
      .sort((a, b) => (a.place.pointer < b.place.pointer ? -1 : 1))
  })
}

/** Returns the directions of the differences between schemas of two versions, except those without effect. */
export function directionsIn(
  comparer: Comparer,
  olds: readonly Located[],
  news: readonly Located[],
): ReadonlySet<Direction> {
  const found = olds.flatMap((was, index) => {
    const is = news[index]
    return is === undefined ? [] : [...comparer.directionsOf([was], [is])]
  })
  return new Set(found.filter((direction) => direction !== 'same'))
}
