import { isRecord, type Json } from '../json-rpc.ts'
import { listOf, recordOf, stringOf } from '@rpcloom/schema/json'
import type { Deref, ExamplePairing } from './types.ts'

export interface NamedValue<T> {
  readonly name: string
  readonly value: T
}

/** Reads the example pairings of a method. `names` are the names of its params, in order. */
export function pairingsOf(
  examples: unknown,
  names: readonly string[],
  deref: Deref,
): readonly ExamplePairing[] {
  return listOf(examples).flatMap((json, index) => {
    const pairing = deref(json)
    if (!isRecord(pairing)) return []
    const { value } = recordOf(deref(pairing['result']))
    const params = valuesByParam(valuesOf(pairing['params'], deref), names)
    return [
      {
        name: stringOf(pairing['name']) ?? `${index + 1}`,
        // The values are JSON, since the document was parsed from JSON.
        params: Object.fromEntries(params) as Record<string, Json>,
        ...(value !== undefined && { result: { value: value as Json } }),
      },
    ]
  })
}

/**
 * Returns the examples with their values. Omits examples without a value, such as examples with an external
 * value.
 */
function valuesOf(params: unknown, deref: Deref): readonly NamedValue<unknown>[] {
  // Some documents write params by name as one object instead of a list of examples.
  if (isRecord(params) && params['$ref'] === undefined) {
    return Object.entries(params).map(([name, value]) => ({ name, value }))
  }
  const listed: readonly unknown[] = Array.isArray(params) ? params : []
  return listed
    .map(deref)
    .filter(isRecord)
    .map(({ name, value }) => ({ name: typeof name === 'string' ? name : '', value }))
    .filter(({ value }) => value !== undefined)
}

/**
 * Assigns example values to params by name. Some examples have a title instead of a param name. Their values
 * are assigned by position, unless the param at this position already has a value.
 */
export function valuesByParam<T>(
  values: readonly NamedValue<T>[],
  params: readonly string[],
): ReadonlyMap<string, T> {
  const names = new Set(params)
  const found = new Map<string, T>()
  for (const { name, value } of values) if (names.has(name)) found.set(name, value)
  for (const [index, { name, value }] of values.entries()) {
    const param = params[index]
    if (!names.has(name) && param !== undefined && !found.has(param)) found.set(param, value)
  }
  return found
}
