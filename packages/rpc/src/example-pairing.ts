import { isRecord } from './json-rpc.ts'

/** An example pairing of a document, with params by name. */
export interface ExamplePairing {
  readonly name: string | undefined
  readonly params: Readonly<Record<string, unknown>>
  /** Absent if the pairing has no result. */
  readonly result?: { readonly value: unknown }
}

/** A value of an example with the name of the example. */
export interface NamedValue<T> {
  readonly name: string
  readonly value: T
}

/**
 * Reads an example pairing and resolves its references; `undefined` if it is not one. `names` are the names of
 * the params.
 */
export function readPairing(
  json: unknown,
  names: readonly string[],
  deref: (value: unknown) => unknown,
): ExamplePairing | undefined {
  const pairing = deref(json)
  if (!isRecord(pairing)) return undefined
  const result = deref(pairing['result'])
  const { name } = pairing
  return {
    name: typeof name === 'string' ? name : undefined,
    params: Object.fromEntries(valuesByParam(valuesOf(pairing['params'], deref), names)),
    ...(isRecord(result) &&
      result['value'] !== undefined && { result: { value: result['value'] } }),
  }
}

/** Omits examples without a value, such as those with an external value. */
function valuesOf(
  params: unknown,
  deref: (value: unknown) => unknown,
): readonly NamedValue<unknown>[] {
  // Some documents write the params of a call by name as one object.
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
 * Assigns example values to params by name. Values whose name matches no param (examples are often given
 * titles) are assigned by position, unless that param already has a value.
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
