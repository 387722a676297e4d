import { concat, u64 } from '../codec/bytes.ts'
import type { ID, ShortID } from '../codec/field.ts'
import { idOf, idText } from '../codec/ids.ts'
import { put, type Change } from '../store/store.ts'
import type { Movement } from './draft.ts'
import type { ChainState } from './state.ts'

const LISTED = Buffer.from('history/')
const COUNTS = Buffer.from('histories/')

/** Index of the transactions that changed an address's balance of an asset, in order of acceptance. */
export class History {
  readonly #state: ChainState

  constructor(state: ChainState) {
    this.#state = state
  }

  async added(block: readonly (readonly [txID: ID, movement: Movement])[]): Promise<Change[]> {
    const counts = new Map<string, bigint>()
    const changes: Change[] = []
    for (const [txID, { consumed, produced }] of block) {
      const touched = new Set<string>()
      for (const { assetID, output } of [...consumed, ...produced])
        for (const address of output.addresses) touched.add(address + assetID)
      for (const place of touched) {
        const count = counts.get(place) ?? (await this.#count(place))
        counts.set(place, count + 1n)
        const key = this.#state.key(LISTED, Buffer.from(place, 'hex'), u64(count))
        changes.push(put(key, Buffer.from(txID, 'hex')))
      }
    }
    for (const [place, count] of counts) changes.push(put(this.#countKey(place), u64(count)))
    return changes
  }

  /** Returns at most `limit` transaction IDs, oldest first, starting at position `cursor`. */
  async page(
    owner: { readonly address: ShortID; readonly assetID: ID },
    cursor: bigint,
    limit: number,
  ): Promise<readonly string[]> {
    const prefix = this.#state.key(LISTED, Buffer.from(owner.address + owner.assetID, 'hex'))
    const after = cursor === 0n ? undefined : concat(prefix, u64(cursor - 1n))
    const entries = await this.#state.reader.page(prefix, limit, after)
    return entries.map(({ value }) => idText(idOf(value)))
  }

  async #count(place: string): Promise<bigint> {
    const bytes = await this.#state.reader.get(this.#countKey(place))
    return bytes === undefined ? 0n : Buffer.from(bytes).readBigUInt64BE()
  }

  #countKey(place: string): Uint8Array {
    return this.#state.key(COUNTS, Buffer.from(place, 'hex'))
  }
}
