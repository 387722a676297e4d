import { damagedChain } from '../chain/damaged.ts'
import { exportedOutputs } from '../chain/shared-memory.ts'
import { UtxoSet, type UtxoKind } from '../chain/utxo-set.ts'
import { BoundedMap } from '../codec/bounded-map.ts'
import { concat, u64 } from '../codec/bytes.ts'
import { decode, type ID } from '../codec/field.ts'
import { idOf } from '../codec/ids.ts'
import type { Output } from '../codec/structures.ts'
import {
  StandardBlock,
  XUtxo,
  type CreateAssetTx,
  type StandardBlock as Block,
} from '../codec/x-chain.ts'
import type { Tip } from '../chain/vm.ts'
import { put, type Change, type Reader } from '../store/store.ts'
import { storedTx, type Tx } from './tx.ts'

/** Prefixes of the tables, below the prefix of the chain. */
const UTXOS = Buffer.from('utxo/')
const TXS = Buffer.from('tx/')
const BLOCKS = Buffer.from('block/')
const HEIGHTS = Buffer.from('height/')
const LAST = Buffer.from('last')

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
  readonly #chain: ID
  readonly #prefix: Uint8Array
  readonly #assets: Map<ID, Asset>

  constructor(reader: Reader, chain: ID, assets = assetCache()) {
    this.reader = reader
    this.#chain = chain
    this.#assets = assets
    this.#prefix = chainPrefix(chain)
    this.utxos = new UtxoSet(reader, this.key(UTXOS), xOutputs)
  }

  /** Returns the outputs that another chain exported to this chain. */
  from(source: ID): UtxoSet<Output> {
    return exportedOutputs(this.reader, { source, destination: this.#chain }, xOutputs)
  }

  /** Returns the outputs that this chain exported to another chain. */
  to(destination: ID): UtxoSet<Output> {
    return exportedOutputs(this.reader, { source: this.#chain, destination }, xOutputs)
  }

  /** Returns the store key for a key of this chain. */
  key(...parts: readonly Uint8Array[]): Uint8Array {
    return concat(this.#prefix, ...parts)
  }

  async txBytes(id: ID): Promise<Uint8Array | undefined> {
    return this.reader.get(this.key(TXS, Buffer.from(id, 'hex')))
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
    return this.reader.get(this.key(BLOCKS, Buffer.from(id, 'hex')))
  }

  async blockAt(height: bigint): Promise<AcceptedBlock | undefined> {
    const hash = await this.reader.get(this.key(HEIGHTS, u64(height)))
    if (hash === undefined) return undefined
    const id = idOf(hash)
    const bytes = await this.blockBytes(id)
    if (bytes === undefined) throw damagedChain('X-Chain', `block ${height} is missing`)
    return { id, bytes }
  }

  /** Returns the last accepted block; undefined before the genesis is written. */
  async tip(): Promise<Tip | undefined> {
    const bytes = await this.reader.get(this.key(LAST))
    if (bytes === undefined) return undefined
    const id = idOf(bytes)
    const block = await this.blockBytes(id)
    if (block === undefined) throw damagedChain('X-Chain', 'the last block is missing')
    const { height, time } = decode(StandardBlock, block, Infinity)
    return { id, height, time }
  }

  /** Returns the changes that make a block the last accepted block. */
  blockAdded(id: ID, { height }: Block, bytes: Uint8Array): readonly Change[] {
    const key = Buffer.from(id, 'hex')
    return [
      put(this.key(BLOCKS, key), bytes),
      put(this.key(HEIGHTS, u64(height)), key),
      put(this.key(LAST), key),
    ]
  }

  txAdded({ id, bytes }: Pick<Tx, 'id' | 'bytes'>): Change {
    return put(this.key(TXS, Buffer.from(id, 'hex')), bytes)
  }
}

export function chainPrefix(chain: ID): Uint8Array {
  return concat(Buffer.from('chain/'), Buffer.from(chain, 'hex'))
}
