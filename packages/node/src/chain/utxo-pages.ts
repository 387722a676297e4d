import type { ID, ShortID } from '../codec/field.ts'
import { ZERO_ID } from '../codec/ids.ts'
import type { UtxoSet } from './utxo-set.ts'

/** Maximum and default number of outputs per page. */
const PAGE = 1024

/** A position in a listing: the current address and the last output. */
export interface PageIndex {
  readonly address: ShortID
  readonly utxo: ID
}

/** One page of outputs, and the position where the next page starts. */
export interface Page {
  readonly utxos: readonly Uint8Array[]
  readonly end: PageIndex
}

/** Parameters of a listing. */
export interface Listing {
  /** Must not be empty. */
  readonly addresses: readonly ShortID[]
  readonly start?: PageIndex
  /** Page size; 0 and values above the maximum mean the maximum. */
  readonly limit?: number
}

/**
 * Lists the outputs owned by any of the addresses, ordered by address, then by ID. An output owned by several of them
 * is listed once. The output at the start position may have been spent.
 */
export async function pageOf<T>(
  set: UtxoSet<T>,
  { addresses, start, limit = 0 }: Listing,
): Promise<Page> {
  const most = limit === 0 || limit > PAGE ? PAGE : limit
  const found = new Map<ID, Uint8Array>()
  let end = start
  for (const address of [...new Set(addresses)].sort()) {
    if (start !== undefined && address < start.address) continue
    let after = address === start?.address ? start.utxo : undefined
    // An empty page ends at its start position.
    end = { address, utxo: after ?? end?.utxo ?? ZERO_ID }
    for (;;) {
      const listed = await set.page(address, most - found.size, after)
      for (const { id, bytes } of listed) {
        end = { address, utxo: id }
        found.set(id, bytes)
      }
      if (found.size >= most) return { utxos: [...found.values()], end }
      const last = listed.at(-1)
      if (last === undefined) break
      after = last.id
    }
  }
  if (end === undefined) throw new RangeError('at least one address is required to list outputs')
  return { utxos: [...found.values()], end }
}
