import { RLP } from '@ethereumjs/rlp'
import type { TypedTransaction } from '@ethereumjs/tx'
import { BoundedMap } from '../../codec/bounded-map.ts'
import { put, type Change, type Reader } from '../../store/store.ts'
import { bytesOf, hexOf, quantityBytes, quantityOf, type Hex } from '../hex.ts'
import { blockKey, bloomKey, canonicalKey, receiptsKey, tipKey, transactionKey } from '../keys.ts'
import { decodeBlock, type EvmBlock } from './block.ts'
import { BloomSections, type BlockBloom } from './bloom-sections.ts'
import { decodeReceipts, encodeReceipts, type EvmReceipt } from './receipt.ts'
import type { EvmRules } from './rules.ts'
import { decodeRlp } from '../rlp.ts'

export interface Executed {
  readonly block: EvmBlock
  readonly receipts: readonly EvmReceipt[]
}

export interface FoundTx {
  readonly block: EvmBlock
  readonly index: number
  readonly tx: TypedTransaction
}

const KEPT = 256

export class Archive {
  readonly #store: Reader
  readonly #rules: EvmRules
  readonly #blocks = new BoundedMap<Hex, EvmBlock>(KEPT)
  readonly #receipts = new BoundedMap<Hex, readonly EvmReceipt[]>(KEPT)
  readonly #hashes = new BoundedMap<bigint, Hex>(KEPT)
  readonly #blooms: BloomSections

  constructor(store: Reader, rules: EvmRules) {
    this.#store = store
    this.#blooms = new BloomSections(store)
    this.#rules = rules
  }

  /** Returns the hash of the last accepted block; undefined before the genesis is written. */
  async tip(): Promise<Hex | undefined> {
    const hash = await this.#store.get(tipKey)
    return hash && hexOf(hash)
  }

  async hashAt(height: bigint): Promise<Hex | undefined> {
    const known = this.#hashes.get(height)
    if (known !== undefined) return known
    const stored = await this.#store.get(canonicalKey(height))
    if (stored === undefined) return undefined
    const hash = hexOf(stored)
    this.#hashes.set(height, hash)
    return hash
  }

  async byHash(hash: Hex): Promise<EvmBlock | undefined> {
    const known = this.#blocks.get(hash)
    if (known !== undefined) return known
    const bytes = await this.#store.get(blockKey(hash))
    if (bytes === undefined) return undefined
    const { layout, commonAt } = this.#rules
    const block = decoded(() => decodeBlock(bytes, layout, commonAt))
    this.#blocks.set(hash, block)
    return block
  }

  async byHeight(height: bigint): Promise<EvmBlock | undefined> {
    const hash = await this.hashAt(height)
    return hash && this.byHash(hash)
  }

  async bytesOfBlock(hash: Hex): Promise<Uint8Array | undefined> {
    return this.#store.get(blockKey(hash))
  }

  async receipts(hash: Hex): Promise<readonly EvmReceipt[] | undefined> {
    const known = this.#receipts.get(hash)
    if (known !== undefined) return known
    const bytes = await this.#store.get(receiptsKey(hash))
    if (bytes === undefined) return undefined
    const receipts = decoded(() => decodeReceipts(bytes))
    this.#receipts.set(hash, receipts)
    return receipts
  }

  async transaction(hash: Hex): Promise<FoundTx | undefined> {
    const place = await this.#store.get(transactionKey(hash))
    if (place === undefined) return undefined
    const [height, index] = decodeRlp(place)
    if (!(height instanceof Uint8Array) || !(index instanceof Uint8Array)) return undefined
    const block = await this.byHeight(quantityOf(height))
    const at = Number(quantityOf(index))
    const tx = block?.txs[at]
    return block && tx && { block, index: at, tx }
  }

  /**
   * Yields the heights and log blooms of the blocks from `from` to `to` that have logs, as lists in
   * order of height.
   */
  blooms(from: bigint, to: bigint): AsyncGenerator<readonly BlockBloom[], void> {
    return this.#blooms.between(from, to)
  }

  /** Caches a block after it was written to the store. */
  remember({ block, receipts }: Executed): void {
    const { number, logsBloom } = block.header
    if (receipts.some(({ logs }) => logs.length > 0)) this.#blooms.add(number, bytesOf(logsBloom))
    this.#blocks.set(block.hash, block)
    this.#receipts.set(block.hash, receipts)
    this.#hashes.set(block.header.number, block.hash)
  }

  recent(): readonly Executed[] {
    return [...this.#blocks.values()]
      .flatMap((block) => {
        const receipts = this.#receipts.get(block.hash)
        return receipts === undefined ? [] : [{ block, receipts }]
      })
      .sort((a, b) => Number(b.block.header.number - a.block.header.number))
  }

  /** Clears all caches. Must be called after the store was reverted. */
  clear(): void {
    this.#blocks.clear()
    this.#receipts.clear()
    this.#hashes.clear()
    this.#blooms.clear()
  }
}

/**
 * Returns the store changes that add a block and its indexes, without the changes of the EVM state.
 */
export function blockChanges({ block, receipts }: Executed, bytes: Uint8Array): readonly Change[] {
  const { hash, header, txs } = block
  const hasLogs = receipts.some(({ logs }) => logs.length > 0)
  return [
    put(blockKey(hash), bytes),
    put(canonicalKey(header.number), bytesOf(hash)),
    put(receiptsKey(hash), encodeReceipts(receipts)),
    ...(hasLogs ? [put(bloomKey(header.number), bytesOf(header.logsBloom))] : []),
    ...txs.map((tx, index) => put(transactionKey(hexOf(tx.hash())), place(header.number, index))),
    put(tipKey, bytesOf(hash)),
  ]
}

/** Runs an EthereumJS decoder, and converts its errors for invalid bytes to RangeErrors. */
function decoded<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new RangeError(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

function place(height: bigint, index: number): Uint8Array {
  return RLP.encode([quantityBytes(height), quantityBytes(BigInt(index))])
}
