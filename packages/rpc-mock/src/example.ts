import type { JsonObject } from '@rpcloom/rpc'
import { readDocument } from '@rpcloom/rpc/internal'
import { copied } from './copied.ts'
import { made } from './made.ts'
import { matchingPairing, paramsText } from './pairing.ts'

/** Options of `exampleResult` for documents without an example. */
export interface ExampleOptions {
  readonly seed?: string | number
}

/**
 * Returns the result of a call in JSON form. It is that of the example pairing with equal params, or else
 * generated from the result's schema and determined by seed, method and params. `undefined` for a method that
 * has no result or is not in the document.
 */
export function exampleResult(
  document: JsonObject,
  method: string,
  params: Readonly<Record<string, unknown>>,
  { seed = 1 }: ExampleOptions = {},
): unknown {
  const { methods, resolve } = readDocument(document)
  const described = methods.get(method)
  if (!described?.result) return undefined
  const text = paramsText(described, params, resolve)
  const pairing = matchingPairing(described, { params, text }, resolve)
  if (pairing) return copied(pairing.result)
  const { schema } = described.result
  return made({ schema, resolve, seed: `${seed}/${method}/${text}` })
}
