import type { ID, ShortID } from '../codec/field.ts'
import { idText } from '../codec/ids.ts'
import type { Change } from '../store/store.ts'
import type { Movement } from './draft.ts'
import type { XState } from './state.ts'

/** Index of the transactions that changed an address's balance of an asset, in order of acceptance. */
export class History {
  readonly #state: XState

  constructor(state: XState) {
    this.#state = state
  }

  async added(block: readonly (readonly [txID: ID, movement: Movement])[]): Promise<Change[]> {
    const { history, historyCounts } = this.#state.tables
    const counts = new Map<string, bigint>()
    const changes: Change[] = []
    for (const [txID, { consumed, produced }] of block) {
      const balanceKeys = new Set<string>()
      for (const { assetID, output } of [...consumed, ...produced])
        for (const address of output.addresses) balanceKeys.add(address + assetID)
      for (const balanceKey of balanceKeys) {
        const count =
          counts.get(balanceKey) ?? (await historyCounts.get(this.#state.reader, balanceKey)) ?? 0n
        counts.set(balanceKey, count + 1n)
        changes.push(history.put(txID, balanceKey, count))
      }
    }
    for (const [balanceKey, count] of counts) changes.push(historyCounts.put(count, balanceKey))
    return changes
  }

  /** Returns at most `limit` transaction IDs, oldest first, starting at position `cursor`. */
  async page(
    { address, assetID }: { readonly address: ShortID; readonly assetID: ID },
    cursor: bigint,
    limit: number,
  ): Promise<readonly string[]> {
    const { reader, tables } = this.#state
    const prefix = [address, assetID]
    const after = cursor === 0n ? undefined : [...prefix, cursor - 1n]
    return (await tables.history.page(reader, limit, prefix, after)).map(idText)
  }
}
