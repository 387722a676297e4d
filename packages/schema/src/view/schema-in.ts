import { isValid } from '../check/check.ts'
import { stringify } from '../json/stringify.ts'
import type { Resolve } from '../types.ts'
import { boundLabels, sizeLabels } from './labels.ts'
import { inDocument, located } from './located.ts'
import { possibleSchemas } from './possible.ts'
import { limitOf, type View, viewOf } from './view.ts'

/** A schema of a document. */
export interface SchemaIn {
  readonly schema: unknown
  readonly resolve: Resolve
}

/** Returns what each of the schemas says that may apply to a value. */
function viewsOf({ schema, resolve }: SchemaIn): readonly View<undefined>[] {
  const places = inDocument(resolve)
  return possibleSchemas([located(schema)], places).map((one) => viewOf([one], places))
}

/** Whether a value is valid against a schema. */
export function accepts({ schema, resolve }: SchemaIn, value: unknown): boolean {
  return isValid(schema, value, { resolve })
}

/** Whether a schema is for strings, among others. The string may be invalid, such as a string of a wrong length. */
export function acceptsText(one: SchemaIn): boolean {
  const types = viewsOf(one).flatMap((view) => view.types ?? [])
  return types.length === 0 || types.includes('string')
}

/** Returns the value of a keyword in a schema or in the schemas that it refers to. */
export function keywordValue({ schema, resolve }: SchemaIn, keyword: string): unknown {
  return viewOf([located(schema)], inDocument(resolve)).valuesOf(keyword)[0]
}

/** Whether a schema accepts every value, so that it does not say how to read a text. */
export function isUnconstrained(one: SchemaIn): boolean {
  return [{ '\u0000': 0 }, ['\u0000'], '\u0000', 0.5].every((value) => accepts(one, value))
}

/** Returns the values that a schema or its alternatives list, at most 200. */
export function listedValues(one: SchemaIn): readonly unknown[] {
  const values = viewsOf(one).flatMap(
    (view) => view.values ?? (view.types?.includes('boolean') ? [true, false] : []),
  )
  return [...new Set(values)].slice(0, 200)
}

/** Describes a schema in a few words, such as `string | integer, at least 1`. */
export function schemaLabel({ schema, resolve }: SchemaIn): string {
  const views = viewsOf({ schema, resolve })
  const types = new Set(views.flatMap((view) => (view.values ? [] : (view.types ?? view.implied))))
  const values = views.flatMap((view) => view.values ?? []).map((value) => stringify(value))
  const whole = viewOf([located(schema)], inDocument(resolve))
  const numberOf = (keyword: string): number | bigint | undefined => limitOf(whole, keyword)
  const format = whole.valuesOf('format').find((one) => typeof one === 'string')
  const named = types.size === 0 && values.length === 0 ? ['any value'] : [...types]
  const listed = [...new Set(values)]
  const shown = listed.length > 12 ? [...listed.slice(0, 12), '...'] : listed
  return [
    [...named, ...shown].join(' | '),
    ...(typeof format === 'string' ? [format] : []),
    ...boundLabels(numberOf),
    ...sizeLabels(numberOf),
  ].join(', ')
}

/** Returns the schema of the items of an array; undefined if the schema accepts no array. */
export function itemSchema({ schema, resolve }: SchemaIn): SchemaIn | undefined {
  for (const view of viewsOf({ schema, resolve })) {
    const [item] = view.rest
    if (view.types?.includes('array') && item) return { schema: item.json, resolve }
  }
  return undefined
}
