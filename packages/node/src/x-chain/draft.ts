import { utxoIDOf } from '../chain/utxo-id.ts'
import type { ID } from '../codec/field.ts'
import type { Utxo } from '../codec/structures.ts'
import type { Change } from '../store/store.ts'
import type { View } from './rules/semantics.ts'
import type { Asset, XState } from './state.ts'
import { exportedBy, producedBy, spentBy, type Tx } from './tx.ts'

/** The outputs of this chain that a transaction consumes and produces. */
export interface Movement {
  readonly consumed: readonly Utxo[]
  readonly produced: readonly Utxo[]
}

/** A block under construction: the accepted state with the changes of the transactions added so far. */
export class XDraft implements View {
  readonly txs: Tx[] = []
  readonly movements: (readonly [txID: ID, movement: Movement])[] = []
  readonly #state: XState
  readonly #produced = new Map<ID, Utxo>()
  /**
   * Cache of outputs read from the store, because a transaction is added right after its check, and
   * both read the same outputs.
   */
  readonly #read = new Map<ID, Utxo>()
  readonly #spent = new Map<ID, Utxo>()
  readonly #imported = new Map<ID, Utxo>()
  readonly #assets = new Map<ID, Asset | 'notAnAsset'>()
  readonly #sharedChanges: Change[] = []

  constructor(state: XState) {
    this.#state = state
  }

  async prefetch(txs: readonly Tx[]): Promise<void> {
    const ids = txs.flatMap(({ unsigned }) => spentBy(unsigned).map(utxoIDOf))
    for (const [id, utxo] of await this.#state.utxos.getMany(ids)) this.#read.set(id, utxo)
  }

  readonly utxo = async (id: ID): Promise<Utxo | undefined> => {
    if (this.#spent.has(id)) return undefined
    const cached = this.#produced.get(id) ?? this.#read.get(id)
    if (cached !== undefined) return cached
    const utxo = await this.#state.utxos.get(id)
    if (utxo !== undefined) this.#read.set(id, utxo)
    return utxo
  }

  readonly imported = async (source: ID, id: ID): Promise<Utxo | undefined> =>
    this.#imported.has(id) ? undefined : this.#state.from(source).get(id)

  readonly asset = async (id: ID): Promise<ReadonlySet<number> | 'notAnAsset' | undefined> => {
    const asset = this.#assets.get(id) ?? (await this.#state.asset(id))
    if (asset === undefined || asset === 'notAnAsset') return asset
    return new Set(asset.initialStates.map(({ fxIndex }) => fxIndex))
  }

  async add(tx: Tx): Promise<void> {
    const { id, unsigned } = tx
    const consumed = await Promise.all(spentBy(unsigned).map((spent) => this.#find(spent)))
    const produced = producedBy(id, unsigned)
    await this.#addImports(tx)
    for (const utxo of consumed) this.#spend(utxo)
    for (const utxo of produced) this.#produced.set(utxoIDOf(utxo), utxo)
    this.#assets.set(id, unsigned.kind === 'createAssetTx' ? unsigned : 'notAnAsset')
    if (unsigned.kind === 'exportTx') {
      const shared = this.#state.to(unsigned.destinationChain)
      this.#sharedChanges.push(...exportedBy(id, unsigned).flatMap((utxo) => shared.added(utxo)))
    }
    this.txs.push(tx)
    this.movements.push([id, { consumed, produced }])
  }

  /** Returns all changes of the added transactions, including those that store the transactions. */
  changes(): readonly Change[] {
    const { utxos } = this.#state
    return [
      ...[...this.#spent.values()].flatMap((utxo) => utxos.removed(utxo)),
      ...[...this.#produced.values()].flatMap((utxo) => utxos.added(utxo)),
      ...this.#sharedChanges,
      ...this.txs.map((tx) => this.#state.txAdded(tx)),
    ]
  }

  async #addImports({ unsigned }: Tx): Promise<void> {
    if (unsigned.kind !== 'importTx') return
    const shared = this.#state.from(unsigned.sourceChain)
    for (const input of unsigned.importedInputs) {
      const id = utxoIDOf(input)
      const utxo = await this.imported(unsigned.sourceChain, id)
      if (utxo === undefined) throw new Error(`The imported output ${id} no longer exists`)
      this.#imported.set(id, utxo)
      this.#sharedChanges.push(...shared.removed(utxo))
    }
  }

  async #find(spent: Pick<Utxo, 'txID' | 'outputIndex'>): Promise<Utxo> {
    const utxo = await this.utxo(utxoIDOf(spent))
    if (utxo === undefined) throw new Error('The output of a checked input is missing')
    return utxo
  }

  /**
   * Marks an output as spent. An output that was produced in the same block is only dropped,
   * because it was never written to the store.
   */
  #spend(utxo: Utxo): void {
    const id = utxoIDOf(utxo)
    if (!this.#produced.delete(id)) this.#spent.set(id, utxo)
  }
}
