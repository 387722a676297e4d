import { concat, u64 } from '../codec/bytes.ts'
import type { ID, ShortID } from '../codec/field.ts'
import { idOf, idText } from '../codec/ids.ts'
import { put, type Change } from '../store/store.ts'
import type { Movement } from './draft.ts'
import type { XState } from './state.ts'

const LISTED = Buffer.from('history/')
const COUNTS = Buffer.from('histories/')

/** Index of the transactions that changed an address's balance of an asset, in order of acceptance. */
export class History {
  readonly #state: XState

  constructor(state: XState) {
    this.#state = state
  }

  async added(block: readonly (readonly [txID: ID, movement: Movement])[]): Promise<Change[]> {
    const counts = new Map<string, bigint>()
    const changes: Change[] = []
    for (const [txID, { consumed, produced }] of block) {
      const balanceKeys = new Set<string>()
      for (const { assetID, output } of [...consumed, ...produced])
        for (const address of output.addresses) balanceKeys.add(address + assetID)
      for (const balanceKey of balanceKeys) {
        const count = counts.get(balanceKey) ?? (await this.#count(balanceKey))
        counts.set(balanceKey, count + 1n)
        const key = this.#state.key(LISTED, Buffer.from(balanceKey, 'hex'), u64(count))
        changes.push(put(key, Buffer.from(txID, 'hex')))
      }
    }
    for (const [balanceKey, count] of counts)
      changes.push(put(this.#countKey(balanceKey), u64(count)))
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

  async #count(balanceKey: string): Promise<bigint> {
    const bytes = await this.#state.reader.get(this.#countKey(balanceKey))
    return bytes === undefined ? 0n : Buffer.from(bytes).readBigUInt64BE()
  }

  #countKey(balanceKey: string): Uint8Array {
    return this.#state.key(COUNTS, Buffer.from(balanceKey, 'hex'))
  }
}
