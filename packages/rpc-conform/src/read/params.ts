import { listOf, paramName, readPairing, recordOf } from '@rpcloom/rpc/internal'
import type { Json } from '@rpcloom/rpc'
import type { ContractPairing, ContractParam } from '../types.ts'

/** Reads the content descriptor at an index. */
export function paramOf(said: unknown, index: number): ContractParam {
  const { required, schema } = recordOf(said)
  return { name: paramName(said, index), required: required === true, schema: schema ?? true }
}

/** Returns the example pairings of a method with params by name. */
export function pairingsOf(
  method: Readonly<Record<string, unknown>>,
  names: readonly string[],
  deref: (value: unknown) => unknown,
): readonly ContractPairing[] {
  return listOf(method['examples']).flatMap((json, index) => {
    const pairing = readPairing(json, names, deref)
    if (!pairing) return []
    // Values of a document are JSON.
    const params = pairing.params as Readonly<Record<string, Json>>
    const name = pairing.name ?? `${index + 1}`
    if (!pairing.result) return [{ name, params }]
    return [{ name, params, result: { value: pairing.result.value as Json } }]
  })
}
