import { isRecord, type Json } from '../json-rpc.ts'
import { type DocumentElement, type Elements, textOf } from './elements.ts'
import type { ExamplePairing } from './types.ts'

interface NamedValue {
  readonly name: string
  readonly value: Json
}

/** Reads the example pairings of a method. `names` are the names of its params, in order; undefined for `x-params`. */
export function pairingsOf<One extends DocumentElement>(
  method: One,
  names: readonly string[] | undefined,
  elements: Elements<One>,
): readonly ExamplePairing<One>[] {
  return elements.list(method, 'examples').map((pairing, index) => {
    const values = valuesOf(pairing, elements)
    const params = names ? valuesByParam(values, names) : wholeParams(values)
    const value = elements.member(pairing, 'result')?.json['value']
    return {
      ...pairing,
      name: textOf(pairing.json['name']) ?? `${index + 1}`,
      params: Object.fromEntries(params),
      positional: names ? values.map((one) => one.value) : [...params.values()],
      ...(value !== undefined && { result: { value } }),
    }
  })
}

/**
 * Returns the examples with their values. Omits examples without a value, such as examples with an external
 * value.
 */
function valuesOf<One extends DocumentElement>(
  pairing: One,
  elements: Elements<One>,
): readonly NamedValue[] {
  const { params } = pairing.json
  // Some documents write params by name as one object instead of a list of examples.
  if (isRecord(params) && params['$ref'] === undefined) {
    return Object.entries(params).map(([name, value]) => ({ name, value }))
  }
  return elements.list(pairing, 'params').flatMap(({ json: { name, value } }) => {
    return value === undefined ? [] : [{ name: textOf(name) ?? '', value }]
  })
}

/**
 * Returns the params of an example of a method with `x-params`, by the name of its only param: the value called
 * `params`, or else an object with all values by name.
 */
export function wholeParams(values: readonly NamedValue[]): ReadonlyMap<string, Json> {
  const [first, ...others] = values
  if (first === undefined) return new Map()
  const isWhole = first.name === wholeName && others.length === 0
  const named = Object.fromEntries(values.map(({ name, value }) => [name, value]))
  return new Map([[wholeName, isWhole ? first.value : named]])
}

/** Name of the only param of a method with `x-params`, which is not sent. */
export const wholeName = 'params'

/**
 * Assigns example values to params by name. Some examples have a title instead of a param name. Their values
 * are assigned by position, unless the param at this position already has a value.
 */
function valuesByParam(
  values: readonly NamedValue[],
  params: readonly string[],
): ReadonlyMap<string, Json> {
  const names = new Set(params)
  const found = new Map<string, Json>()
  for (const { name, value } of values) if (names.has(name)) found.set(name, value)
  for (const [index, { name, value }] of values.entries()) {
    const param = params[index]
    if (!names.has(name) && param !== undefined && !found.has(param)) found.set(param, value)
  }
  return found
}
