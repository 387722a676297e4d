import { isRecord, type JsonObject } from '../json-rpc.ts'
import { deepEqual } from '../schema/equal.ts'
import { dereference } from '../schema/pointer.ts'
import { pointerResolver } from '../schema/resources.ts'
import { sample } from './sample.ts'

/** Which answers `exampleAnswer` makes where the document has no example. */
export interface ExampleOptions {
  readonly seed?: string | number
  /** Params in a form in which two ways to write the same value are equal. */
  readonly comparable?: (params: Readonly<Record<string, unknown>>) => unknown
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
  const best = bestOf(answered, definedOf(params), options) ?? answered[0]
  if (best?.result) return structuredClone(best.result.value)
  const result = deref(described['result'])
  if (!isRecord(result)) return undefined
  return sample(result['schema'] ?? {}, { resolve, seed: `${options.seed ?? 1}/${method}` })
}

interface Pairing {
  readonly params: Readonly<Record<string, unknown>>
  readonly result: { readonly value: unknown } | undefined
}

/** The pairing with the params as they came, else with the same values in another form. */
function bestOf(
  pairings: readonly Pairing[],
  params: Readonly<Record<string, unknown>>,
  { comparable }: ExampleOptions,
): Pairing | undefined {
  const exact = pairings.find((pairing) => deepEqual(pairing.params, params))
  if (exact || !comparable) return exact
  const given = comparable(params)
  return pairings.find((pairing) => deepEqual(comparable(pairing.params), given))
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
