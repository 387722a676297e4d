import { addressText, parseAddress, type AddressSpace } from '../codec/address.ts'
import type { ID, ShortID } from '../codec/field.ts'
import { idText, parseID, ZERO_ID } from '../codec/ids.ts'
import { checkedHex } from '../codec/text.ts'
import type { UtxoSet } from './utxo-set.ts'

/** Maximum and default number of outputs per page. */
const PAGE = 1024

/** The end of a page: the last output, and the address for which the output was listed. */
interface PageIndex {
  readonly address: ShortID
  readonly utxo: ID
}

interface Page {
  readonly utxos: readonly Uint8Array[]
  readonly end: PageIndex
}

interface Listing {
  /** Addresses whose outputs are listed. Must not be empty. */
  readonly addresses: readonly ShortID[]
  readonly start: PageIndex | undefined
  /** Page size. 0 and values above the maximum mean the maximum. */
  readonly limit: number
}

interface PageParams {
  readonly limit?: number
  readonly startIndex?: PageIndexText
}

interface PageIndexText {
  readonly address: string
  readonly utxo: string
}

/** Parses the params of a listing. Returns undefined if the start index is invalid. */
export function listingOf(
  space: AddressSpace,
  addresses: readonly ShortID[],
  { limit = 0, startIndex }: PageParams,
): Listing | undefined {
  if (startIndex === undefined) return { addresses, start: undefined, limit }
  const address = parseAddress(space, startIndex.address)
  const utxo = parseID(startIndex.utxo)
  if (address === undefined || utxo === undefined) return undefined
  return { addresses, start: { address, utxo }, limit }
}

interface UtxoPage {
  readonly numFetched: number
  readonly utxos: readonly string[]
  readonly endIndex: PageIndexText
  readonly encoding: 'hex'
}

/** Returns a page of the outputs in a set, in the form of API results. */
export async function utxoPage<T>(
  space: AddressSpace,
  set: UtxoSet<T>,
  listing: Listing,
): Promise<UtxoPage> {
  const { utxos, end } = await pageOf(set, listing)
  return {
    numFetched: utxos.length,
    utxos: utxos.map(checkedHex),
    endIndex: { address: addressText(space, end.address), utxo: idText(end.utxo) },
    encoding: 'hex',
  }
}

/**
 * Lists the outputs owned by any of the addresses, ordered by address, then by ID. An output with
 * several of the addresses as owners is listed once. The start index may refer to an output that
 * has been spent in the meantime.
 */
async function pageOf<T>(set: UtxoSet<T>, { addresses, start, limit }: Listing): Promise<Page> {
  const most = limit === 0 || limit > PAGE ? PAGE : limit
  const found = new Map<ID, Uint8Array>()
  let end = start
  for (const address of [...new Set(addresses)].sort()) {
    if (start !== undefined && address < start.address) continue
    let after = address === start?.address ? start.utxo : undefined
    // The end index of an empty page is its start index.
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
