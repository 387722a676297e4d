import type { Resolve } from '@rpcloom/schema'
import {
  boundLabels,
  inDocument,
  isValid,
  limitOf,
  located,
  possibleSchemas,
  sizeLabels,
  stringify,
  viewOf,
} from '@rpcloom/schema/internal'

/** A schema of a document. */
export interface SchemaIn {
  readonly schema: unknown
  readonly resolve: Resolve
}

export function accepts({ schema, resolve }: SchemaIn, value: unknown): boolean {
  return isValid(schema, value, { resolve })
}

/** Whether a schema is for strings, among others. The string may be invalid, such as a string of a wrong length. */
export function acceptsText({ schema, resolve }: SchemaIn): boolean {
  const places = inDocument(resolve)
  const possible = possibleSchemas([located(schema)], places)
  const types = possible.flatMap((one) => viewOf([one], places).types ?? [])
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
export function listedValues({ schema, resolve }: SchemaIn): readonly unknown[] {
  const places = inDocument(resolve)
  const possible = possibleSchemas([located(schema)], places)
  const values = possible.flatMap((one) => {
    const view = viewOf([one], places)
    return view.values ?? (view.types?.includes('boolean') ? [true, false] : [])
  })
  return [...new Set(values)].slice(0, 200)
}

/** Describes a schema in a few words, such as `string | integer, at least 1`. */
export function schemaLabel({ schema, resolve }: SchemaIn): string {
  const places = inDocument(resolve)
  const possible = possibleSchemas([located(schema)], places)
  const views = possible.map((one) => viewOf([one], places))
  const types = new Set(views.flatMap((view) => (view.values ? [] : (view.types ?? view.implied))))
  const values = views.flatMap((view) => view.values ?? []).map((value) => stringify(value))
  const whole = viewOf([located(schema)], places)
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
  const places = inDocument(resolve)
  for (const one of possibleSchemas([located(schema)], places)) {
    const view = viewOf([one], places)
    const [item] = view.rest
    if (view.types?.includes('array') && item) return { schema: item.json, resolve }
  }
  return undefined
}
