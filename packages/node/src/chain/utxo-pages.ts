import type { ID, ShortID } from '../codec/field.ts'
import { ZERO_ID } from '../codec/ids.ts'
import type { UtxoSet } from './utxo-set.ts'

/** Most outputs of one page; also what a page holds unless less is asked for. */
const PAGE = 1024

/** A place in a listing: the address that was searched, and the output that was looked at last. */
export interface PageIndex {
  readonly address: ShortID
  readonly utxo: ID
}

/** Outputs of one page, and where the next one goes on. */
export interface Page {
  readonly utxos: readonly Uint8Array[]
  readonly end: PageIndex
}

/** What is listed. */
export interface Listing {
  /** At least one. */
  readonly addresses: readonly ShortID[]
  readonly start?: PageIndex
  /** 0 and more than a page are a page. */
  readonly limit?: number
}

/**
 * Lists outputs that name any of the addresses: by address, then by ID. An output of several of them is listed once.
 * The place to go on from need not exist any more.
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
    // An empty page ends where its search began.
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
  if (end === undefined) throw new RangeError('no addresses to list outputs of')
  return { utxos: [...found.values()], end }
}
