import { own } from '../../json/members.ts'
import type { JsonObject, Place } from '../../json/types.ts'
import { type DocumentScope, malformed } from './scope.ts'

/**
 * Whether a method is experimental, according to its own `x-stability` or else to the `x-stability`
 * of the document.
 */
export function isExperimental(
  scope: DocumentScope,
  { place, json }: { readonly place: Place; readonly json: JsonObject },
  otherwise = false,
): boolean {
  const declared = own(json, 'x-stability')
  if (declared === 'experimental') return true
  if (declared === 'stable') return false
  if (declared !== undefined) {
    malformed(scope, place, 'x-stability', ' It must be `experimental` or `stable`.')
  }
  return otherwise
}
