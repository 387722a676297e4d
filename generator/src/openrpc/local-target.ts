import { valueAt } from '../json/place.ts'
import { isReference, longestChain } from '../json/pointer.ts'
import type { Json } from '../json/types.ts'
import { decodeFragment } from '@rpcloom/schema/internal'

/** A value of a document, with the pointer to the value. */
export interface LocalValue {
  readonly json: Json
  readonly pointer: string
}

/**
 * Follows references inside a document to the first value that is not a reference. Returns
 * undefined if a reference is unresolved or leads to another file.
 */
export function localTarget(root: Json, from: LocalValue): LocalValue | undefined {
  let at = from
  for (let hops = 0; isReference(at.json); hops++) {
    const { $ref } = at.json
    const pointer = decodeFragment($ref.slice(1))
    const json = $ref.startsWith('#') ? valueAt(root, pointer) : undefined
    if (json === undefined || hops > longestChain) return undefined
    at = { json, pointer }
  }
  return at
}
