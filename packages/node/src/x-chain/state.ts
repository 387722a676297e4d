import { exportedOutputs } from '../atomic/shared-memory.ts'
import { UtxoSet, type UtxoKind } from '../atomic/utxo-set.ts'
import { concat } from '../codec/bytes.ts'
import { decode, type ID } from '../codec/field.ts'
import type { Output } from '../codec/structures.ts'
import {
  StandardBlock,
  XUtxo,
  type CreateAssetTx,
  type StandardBlock as Block,
} from '../codec/x-chain.ts'
import { put, type Change, type Store } from '../store/store.ts'
import { parseTx, type Tx } from './tx.ts'

/** Below the chain's prefix. */
const UTXOS = Buffer.from('utxo/')
const TXS = Buffer.from('tx/')
const BLOCKS = Buffer.from('block/')
const HEIGHTS = Buffer.from('height/')
const LAST = Buffer.from('last')

/** How outputs of the X-Chain are kept. */
export const xOutputs: UtxoKind<Output> = {
  field: XUtxo,
  owners: (output) => output.addresses,
}

/** The last accepted block. */
export interface Tip {
  readonly id: ID
  readonly height: bigint
  /** Unix seconds. */
  readonly time: bigint
}

/** An asset as its transaction describes it. */
export type Asset = Pick<CreateAssetTx, 'name' | 'symbol' | 'denomination' | 'initialStates'>

/** Assets never change, so that those in use need not be read twice. */
const CACHED_ASSETS = 10_000

/** What the chain has accepted, as it stands in the store. */
export class ChainState {
  readonly utxos: UtxoSet<Output>
  readonly #store: Store
  readonly #chain: ID
  readonly #prefix: Uint8Array
  readonly #assets = new Map<ID, Asset>()

  constructor(store: Store, chain: ID) {
    this.#store = store
    this.#chain = chain
    this.#prefix = concat(Buffer.from('chain/'), Buffer.from(chain, 'hex'))
    this.utxos = new UtxoSet(store, this.key(UTXOS), xOutputs)
  }

  /** Outputs that another chain exported to this one. */
  from(source: ID): UtxoSet<Output> {
    return exportedOutputs(this.#store, { source, destination: this.#chain }, xOutputs)
  }

  /** Outputs that this chain exported to another one. */
  to(destination: ID): UtxoSet<Output> {
    return exportedOutputs(this.#store, { source: this.#chain, destination }, xOutputs)
  }

  /** A key of this chain. */
  key(...parts: readonly Uint8Array[]): Uint8Array {
    return concat(this.#prefix, ...parts)
  }

  async txBytes(id: ID): Promise<Uint8Array | undefined> {
    return this.#store.get(this.key(TXS, Buffer.from(id, 'hex')))
  }

  async tx(id: ID): Promise<Tx | undefined> {
    const bytes = await this.txBytes(id)
    return bytes === undefined ? undefined : parseTx(bytes)
  }

  /** The asset with an ID; `notAnAsset` where the ID is that of another transaction. */
  async asset(id: ID): Promise<Asset | 'notAnAsset' | undefined> {
    const known = this.#assets.get(id)
    if (known !== undefined) return known
    const tx = await this.tx(id)
    if (tx === undefined) return undefined
    if (tx.unsigned.kind !== 'createAssetTx') return 'notAnAsset'
    if (this.#assets.size >= CACHED_ASSETS) this.#assets.clear()
    this.#assets.set(id, tx.unsigned)
    return tx.unsigned
  }

  async blockBytes(id: ID): Promise<Uint8Array | undefined> {
    return this.#store.get(this.key(BLOCKS, Buffer.from(id, 'hex')))
  }

  async blockIDAt(height: bigint): Promise<ID | undefined> {
    const bytes = await this.#store.get(this.key(HEIGHTS, u64(height)))
    return bytes === undefined ? undefined : Buffer.from(bytes).toString('hex')
  }

  /** The last accepted block; undefined for a chain that has not begun. */
  async tip(): Promise<Tip | undefined> {
    const bytes = await this.#store.get(this.key(LAST))
    if (bytes === undefined) return undefined
    const id = Buffer.from(bytes).toString('hex')
    const block = await this.blockBytes(id)
    if (block === undefined) throw new Error(`The last accepted block ${id} is not in the store`)
    const { height, time } = decode(StandardBlock, block, Infinity)
    return { id, height, time }
  }

  /** What makes a block the last accepted one. */
  accepted(id: ID, { height }: Block, bytes: Uint8Array): readonly Change[] {
    const key = Buffer.from(id, 'hex')
    return [
      put(this.key(BLOCKS, key), bytes),
      put(this.key(HEIGHTS, u64(height)), key),
      put(this.key(LAST), key),
    ]
  }

  /** What makes a transaction known. */
  known({ id, bytes }: Pick<Tx, 'id' | 'bytes'>): Change {
    return put(this.key(TXS, Buffer.from(id, 'hex')), bytes)
  }
}

/** Eight bytes, big-endian: they sort as the numbers do. */
export function u64(value: bigint): Uint8Array {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(value)
  return bytes
}
