import type { BatchDBOp, DB } from '@ethereumjs/util'
import { put, type Change, type Reader } from '../../store/store.ts'
import { nodeKey } from '../keys.ts'
import type { NodeCache } from './node-cache.ts'

type Value = string | Uint8Array

/**
 * Trie nodes and code over the node's store. Nodes are named by their hash, so what is read never changes; what is
 * written stays here until it is taken for a block's batch.
 */
export class TrieDb implements DB<string, Value> {
  readonly #cache: NodeCache
  #reader: Reader
  #written = new Map<string, Uint8Array>()

  constructor(reader: Reader, cache: NodeCache) {
    this.#reader = reader
    this.#cache = cache
  }

  /** Reads from another view of the store from now on. */
  set reader(reader: Reader) {
    this.#reader = reader
  }

  async get(key: string): Promise<Uint8Array | undefined> {
    const known = this.#written.get(key) ?? this.#cache.get(key)
    if (known !== undefined) return known
    const stored = await this.#reader.get(nodeKey(key))
    if (stored !== undefined) this.#cache.add(key, stored)
    return stored
  }

  async put(key: string, value: Value): Promise<void> {
    const bytes = typeof value === 'string' ? Buffer.from(value, 'hex') : value
    if (this.#cache.get(key) === undefined) this.#written.set(key, bytes)
  }

  async del(key: string): Promise<void> {
    this.#written.delete(key)
  }

  async batch(operations: BatchDBOp<string, Value>[]): Promise<void> {
    for (const operation of operations) {
      if (operation.type === 'put') await this.put(operation.key, operation.value)
    }
  }

  /** What was written since the last call, as changes of the store. */
  written(): readonly Change[] {
    return [...this.#written].map(([key, value]) => put(nodeKey(key), value))
  }

  /** Moves what was written to the cache: it is in the store now. */
  settle(): void {
    for (const [key, value] of this.#written) this.#cache.add(key, value)
    this.#written = new Map()
  }

  /** Forgets what was written. */
  discard(): void {
    this.#written = new Map()
  }

  shallowCopy(): TrieDb {
    return this
  }

  async open(): Promise<void> {}
}
