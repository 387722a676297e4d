import { damagedChain } from '../chain/damaged.ts'
import { exportedOutputs } from '../chain/shared-memory.ts'
import { chainPrefix, bare, encoded, Table, type ValueFormat } from '../chain/table.ts'
import { UtxoSet, type UtxoKind } from '../chain/utxo-set.ts'
import { BoundedMap } from '../codec/bounded-map.ts'
import { decode, id, u64, type ID } from '../codec/field.ts'
import { memoized } from '../codec/memoized.ts'
import type { Output } from '../codec/structures.ts'
import {
  StandardBlock,
  XUtxo,
  type CreateAssetTx,
  type StandardBlock as Block,
} from '../codec/x-chain.ts'
import type { Tip } from '../chain/vm.ts'
import type { Change, Reader } from '../store/store.ts'
import { storedTx, type Tx } from './tx.ts'

/** The tables of the chain, except the unspent outputs. */
export interface XTables {
  /** Accepted transactions, by ID. */
  readonly txs: Table<Uint8Array>
  /** Blocks by ID, IDs by height, and the ID of the last accepted block. */
  readonly blocks: Table<Uint8Array>
  readonly heights: Table<ID>
  readonly last: Table<ID>
  /** IDs of transactions, by address, asset and position, and their number by address and asset. */
  readonly history: Table<ID>
  readonly historyCounts: Table<bigint>
}

const xTables = memoized((chain: ID): XTables => {
  const table = <T>(name: string, format: ValueFormat<T>): Table<T> =>
    new Table(chainPrefix(chain, name), format)
  return {
    txs: table('tx/', encoded),
    blocks: table('block/', encoded),
    heights: table('height/', bare(id)),
    last: table('last', bare(id)),
    history: table('history/', bare(id)),
    historyCounts: table('histories/', bare(u64)),
  }
})

export const xOutputs: UtxoKind<Output> = {
  field: XUtxo,
  owners: (output) => output.addresses,
}

/** The properties of an asset that its CreateAssetTx sets. */
export type Asset = Pick<CreateAssetTx, 'name' | 'symbol' | 'denomination' | 'initialStates'>

/** Maximum size of the asset cache. */
const CACHED_ASSETS = 10_000

/** Returns a cache of assets by ID; accepted assets never change. */
export function assetCache(): Map<ID, Asset> {
  return new BoundedMap(CACHED_ASSETS)
}

export interface AcceptedBlock {
  readonly id: ID
  readonly bytes: Uint8Array
}

/** The accepted state, read from the store or from a snapshot of the store. */
export class XState {
  readonly utxos: UtxoSet<Output>
  readonly reader: Reader
  readonly tables: XTables
  readonly #chain: ID
  readonly #assets: Map<ID, Asset>

  constructor(reader: Reader, chain: ID, assets = assetCache()) {
    this.reader = reader
    this.#chain = chain
    this.#assets = assets
    this.tables = xTables(chain)
    this.utxos = new UtxoSet(reader, chainPrefix(chain, 'utxo/'), xOutputs)
  }

  /** Returns the outputs that another chain exported to this chain. */
  from(source: ID): UtxoSet<Output> {
    return exportedOutputs(this.reader, { source, destination: this.#chain }, xOutputs)
  }

  /** Returns the outputs that this chain exported to another chain. */
  to(destination: ID): UtxoSet<Output> {
    return exportedOutputs(this.reader, { source: this.#chain, destination }, xOutputs)
  }

  async txBytes(id: ID): Promise<Uint8Array | undefined> {
    return this.tables.txs.get(this.reader, id)
  }

  async tx(id: ID): Promise<Tx | undefined> {
    const bytes = await this.txBytes(id)
    return bytes === undefined ? undefined : storedTx(bytes)
  }

  /** Returns the asset with an ID, or `notAnAsset` if the ID belongs to a transaction of another type. */
  async asset(id: ID): Promise<Asset | 'notAnAsset' | undefined> {
    const cached = this.#assets.get(id)
    if (cached !== undefined) return cached
    const tx = await this.tx(id)
    if (tx === undefined) return undefined
    if (tx.unsigned.kind !== 'createAssetTx') return 'notAnAsset'
    this.#assets.set(id, tx.unsigned)
    return tx.unsigned
  }

  async blockBytes(id: ID): Promise<Uint8Array | undefined> {
    return this.tables.blocks.get(this.reader, id)
  }

  async blockAt(height: bigint): Promise<AcceptedBlock | undefined> {
    const id = await this.tables.heights.get(this.reader, height)
    if (id === undefined) return undefined
    const bytes = await this.blockBytes(id)
    if (bytes === undefined) throw damagedChain('X-Chain', `block ${height} is missing`)
    return { id, bytes }
  }

  /** Returns the last accepted block; undefined before the genesis is written. */
  async tip(): Promise<Tip | undefined> {
    const id = await this.tables.last.get(this.reader)
    if (id === undefined) return undefined
    const block = await this.blockBytes(id)
    if (block === undefined) throw damagedChain('X-Chain', 'the last block is missing')
    const { height, time } = decode(StandardBlock, block, Infinity)
    return { id, height, time }
  }

  /** Returns the changes that make a block the last accepted block. */
  blockAdded(id: ID, { height }: Block, bytes: Uint8Array): readonly Change[] {
    const { blocks, heights, last } = this.tables
    return [blocks.put(bytes, id), heights.put(id, height), last.put(id)]
  }

  txAdded({ id, bytes }: Pick<Tx, 'id' | 'bytes'>): Change {
    return this.tables.txs.put(bytes, id)
  }
}
