import { isRecord, type JsonObject } from '../json-rpc.ts'
import { deepEqual } from '../schema/equal.ts'
import { dereference, pointerResolver } from '../schema/pointer.ts'
import { sample } from './sample.ts'

/** Which answers `exampleAnswer` makes where the document has no example. */
export interface ExampleOptions {
  readonly seed?: string | number
}

/**
 * The result, as on the wire, that a document gives for a call: of the example pairing with the same
 * params, else of the first pairing, else made from the result's schema. `undefined` for a method
 * that the document does not have, or that has no result.
 */
export function exampleAnswer(
  document: JsonObject,
  method: string,
  params: Readonly<Record<string, unknown>>,
  options: ExampleOptions = {},
): unknown {
  const resolve = pointerResolver(document)
  const deref = (value: unknown): unknown => dereference(value, resolve)
  const described = listOf(document['methods'])
    .map(deref)
    .find((one) => isRecord(one) && one['name'] === method)
  if (!isRecord(described)) return undefined
  const pairings = listOf(described['examples']).map((pairing) =>
    pairingOf(pairing, described, deref),
  )
  const answered = pairings.filter((pairing) => pairing.result !== undefined)
  const best =
    answered.find((pairing) => deepEqual(pairing.params, definedOf(params))) ?? answered[0]
  if (best?.result) return structuredClone(best.result.value)
  const result = deref(described['result'])
  if (!isRecord(result)) return undefined
  return sample(result['schema'] ?? {}, { resolve, seed: `${options.seed ?? 1}/${method}` })
}

interface Pairing {
  readonly params: Readonly<Record<string, unknown>>
  readonly result: { readonly value: unknown } | undefined
}

function pairingOf(
  reference: unknown,
  method: Readonly<Record<string, unknown>>,
  deref: (value: unknown) => unknown,
): Pairing {
  const pairing = deref(reference)
  if (!isRecord(pairing)) return { params: {}, result: undefined }
  const names = listOf(method['params'])
    .map(deref)
    .map((param) => (isRecord(param) ? param['name'] : undefined))
  const given = listOf(pairing['params']).map(deref).filter(isRecord)
  // Examples carry names of their own; where they are no param's, the position tells.
  const params = given.map((example, index) => {
    const own = example['name']
    return [String(names.includes(own) ? own : (names[index] ?? own)), example['value']] as const
  })
  const result = deref(pairing['result'])
  const value = isRecord(result) && 'value' in result ? { value: result['value'] } : undefined
  return { params: Object.fromEntries(params), result: value }
}

function definedOf(params: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined))
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
