import { listOf, readPairing } from '@rpcloom/rpc/internal'
import type { Json } from '@rpcloom/rpc'
import type { ContractPairing } from '../types.ts'

/** The example pairings of a method, with params by name. */
export function pairingsOf(
  method: Readonly<Record<string, unknown>>,
  names: readonly string[],
  deref: (value: unknown) => unknown,
): readonly ContractPairing[] {
  return listOf(method['examples']).flatMap((json, index) => {
    const pairing = readPairing(json, names, deref)
    if (!pairing) return []
    // A document is JSON, and so are the values in it.
    const params = pairing.params as Readonly<Record<string, Json>>
    const name = pairing.name ?? `${index + 1}`
    if (!pairing.result) return [{ name, params }]
    return [{ name, params, result: { value: pairing.result.value as Json } }]
  })
}
