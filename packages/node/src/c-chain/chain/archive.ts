import type { TypedTransaction } from '@ethereumjs/tx'
import { BoundedMap } from '../../codec/bounded-map.ts'
import type { Change, Reader } from '../../store/store.ts'
import { bytesOf, hexOf, type Hex } from '../hex.ts'
import { blocks, blooms, hashes, last, places, receipts } from '../tables.ts'
import { decodeBlock, outlineOf, readOutline, type BlockOutline, type EvmBlock } from './block.ts'
import { BloomSections, type BlockBloom } from './bloom-sections.ts'
import { decodeReceipts, type EvmReceipt } from './receipt.ts'
import type { EvmRules } from './rules.ts'

export interface Executed {
  readonly block: EvmBlock
  readonly receipts: readonly EvmReceipt[]
}

export interface FoundTx {
  readonly block: EvmBlock
  readonly index: number
  readonly tx: TypedTransaction
}

/** A block with logs, as far as searches need it. */
export interface LoggedBlock {
  readonly outline: BlockOutline
  readonly receipts: readonly EvmReceipt[]
}

interface SizedBlock extends LoggedBlock {
  readonly size: number
}

const KEPT = 256
/** Encoded size of the blocks and receipts that searches keep, in bytes. Decoded they take about four times as much. */
const KEPT_BYTES = 4 * 1024 * 1024

export class Archive {
  readonly #store: Reader
  readonly #rules: EvmRules
  /** The blocks that were accepted last. Blocks that are read do not displace them. */
  readonly #blocks = new BoundedMap<Hex, EvmBlock>(KEPT)
  readonly #receipts = new BoundedMap<Hex, readonly EvmReceipt[]>(KEPT)
  readonly #hashes = new BoundedMap<bigint, Hex>(KEPT)
  readonly #blooms: BloomSections
  /** The blocks that searches read last, by hash. */
  readonly #logged = new BoundedMap<Hex, SizedBlock>(KEPT_BYTES, (_, { size }) => size)

  constructor(store: Reader, rules: EvmRules) {
    this.#store = store
    this.#blooms = new BloomSections(store)
    this.#rules = rules
  }

  /** Returns the hash of the last accepted block; undefined before the genesis is written. */
  async tip(): Promise<Hex | undefined> {
    return last.get(this.#store)
  }

  async hashAt(height: bigint): Promise<Hex | undefined> {
    return this.#hashes.get(height) ?? hashes.get(this.#store, height)
  }

  async byHash(hash: Hex): Promise<EvmBlock | undefined> {
    const known = this.#blocks.get(hash)
    if (known !== undefined) return known
    const bytes = await blocks.get(this.#store, hash)
    if (bytes === undefined) return undefined
    const { layout, commonAt } = this.#rules
    // The first block of a fork has the hash of the forked block, which is not that of its own header.
    return { ...(await decoded(() => decodeBlock(bytes, layout, commonAt))), hash }
  }

  async byHeight(height: bigint): Promise<EvmBlock | undefined> {
    const hash = await this.hashAt(height)
    return hash && this.byHash(hash)
  }

  /** Returns the blocks at heights, in the same order, without those that do not exist. */
  async logged(heights: readonly bigint[]): Promise<readonly LoggedBlock[]> {
    const found = await hashes.getMany(
      this.#store,
      heights.map((height) => [height]),
    )
    const wanted = found.filter((hash) => hash !== undefined)
    const known = new Map(
      wanted.map((hash) => [hash, this.#recent(hash) ?? this.#logged.get(hash)]),
    )
    const missing = wanted.filter((hash) => known.get(hash) === undefined)
    for (const block of await this.#readLogged(missing)) {
      known.set(block.outline.hash, block)
      this.#logged.set(block.outline.hash, block)
    }
    return wanted.flatMap((hash) => known.get(hash) ?? [])
  }

  #recent(hash: Hex): LoggedBlock | undefined {
    const [block, receipts] = [this.#blocks.get(hash), this.#receipts.get(hash)]
    return block && receipts && { outline: outlineOf(block), receipts }
  }

  async #readLogged(wanted: readonly Hex[]): Promise<readonly SizedBlock[]> {
    if (wanted.length === 0) return []
    const keys = wanted.flatMap((hash) => [blocks.key(hash), receipts.key(hash)])
    const found = await this.#store.getMany(keys)
    return wanted.flatMap((hash, at) => {
      const [block, logs] = found.slice(2 * at, 2 * at + 2)
      if (block === undefined || logs === undefined) return []
      const size = block.length + logs.length
      return [{ outline: readOutline(block, hash), receipts: decodeReceipts(logs), size }]
    })
  }

  async bytesOfBlock(hash: Hex): Promise<Uint8Array | undefined> {
    return blocks.get(this.#store, hash)
  }

  async receipts(hash: Hex): Promise<readonly EvmReceipt[] | undefined> {
    return this.#receipts.get(hash) ?? receipts.get(this.#store, hash)
  }

  async transaction(hash: Hex): Promise<FoundTx | undefined> {
    const place = await places.get(this.#store, hash)
    const block = place && (await this.byHeight(place.height))
    const tx = block?.txs[place?.index ?? 0]
    return place && block && tx && { block, index: place.index, tx }
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

  /** Clears all caches. Must be called after the store was reverted. */
  clear(): void {
    this.#blocks.clear()
    this.#receipts.clear()
    this.#hashes.clear()
    this.#blooms.clear()
    this.#logged.clear()
  }
}

/**
 * Returns the store changes that add a block and its indexes, without the changes of the EVM state.
 */
export function blockChanges(executed: Executed, bytes: Uint8Array): readonly Change[] {
  const { hash, header, txs } = executed.block
  const { number: height } = header
  const hasLogs = executed.receipts.some(({ logs }) => logs.length > 0)
  return [
    blocks.put(bytes, hash),
    hashes.put(hash, height),
    receipts.put(executed.receipts, hash),
    ...(hasLogs ? [blooms.put(bytesOf(header.logsBloom), height)] : []),
    ...txs.map((tx, index) => places.put({ height, index }, hexOf(tx.hash()))),
    last.put(hash),
  ]
}

/** Runs an EthereumJS decoder, and converts its errors for invalid bytes to RangeErrors. */
async function decoded<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    throw new RangeError(error instanceof Error ? error.message : String(error), { cause: error })
  }
}
