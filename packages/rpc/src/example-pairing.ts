import { isRecord } from './json-rpc.ts'

/** An example pairing as its document writes it, params by name. */
export interface ExamplePairing {
  readonly name: string | undefined
  readonly params: Readonly<Record<string, unknown>>
  /** Absent where the pairing gives no value. */
  readonly result?: { readonly value: unknown }
}

/** A value of an example, and the name that the example gives it. */
export interface NamedValue<T> {
  readonly name: string
  readonly value: T
}

/** Reads an example pairing, references followed; `undefined` for what is none. `names` are those of the params. */
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

/** Examples that only give the address of their value are left out, as is one without any. */
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
 * Values by the name of their param. A name that fits a param decides; where one fits none, as in
 * documents that give example values titles of their own, the position does, unless that param has a
 * value already.
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
