import { deepEqual } from '../schema/equal.ts'
import type { Resolve } from '../schema/types.ts'
import { canonicalText } from '../canonical-text.ts'
import { comparableParams } from './comparable.ts'
import type { DescribedMethod, Members, Pairing } from './described.ts'

/** Pairings with their params in comparable form, found once. */
const texts = new WeakMap<DescribedMethod, readonly string[]>()

/** The example pairing with the same params: as they came, else with the same values in another form. */
export function matchingPairing(
  method: DescribedMethod,
  params: Members,
  resolve: Resolve,
): Pairing | undefined {
  const { pairings } = method
  if (pairings.length === 0) return undefined
  const exact = pairings.find((pairing) => deepEqual(pairing.params, params))
  if (exact) return exact
  let known = texts.get(method)
  if (!known) {
    known = pairings.map((pairing) => paramsText(method, pairing.params, resolve))
    texts.set(method, known)
  }
  return pairings[known.indexOf(paramsText(method, params, resolve))]
}

/** The params as text that is the same for the same values. */
export function paramsText(method: DescribedMethod, params: Members, resolve: Resolve): string {
  return canonicalText(comparableParams(params, method.params, resolve))
}
