import { put, type Change, type Reader } from '../../store/store.ts'
import { nodeKey } from '../keys.ts'
import type { NodeCache } from './node-cache.ts'
import type { TrieStore } from './trie/update.ts'

/**
 * Trie nodes and code over the node's store. They are named by their hash, so what is read never changes; what is
 * written stays here until it is taken for a block's batch.
 */
export class NodeStore implements TrieStore {
  readonly #reader: Reader
  readonly #cache: NodeCache
  #written = new Map<string, Uint8Array>()

  constructor(reader: Reader, cache: NodeCache) {
    this.#reader = reader
    this.#cache = cache
  }

  readonly get = async (hash: Uint8Array): Promise<Uint8Array | undefined> => {
    const key = textOf(hash)
    const known = this.#written.get(key) ?? this.#cache.get(key)
    if (known !== undefined) return known
    const stored = await this.#reader.get(nodeKey(hash))
    if (stored !== undefined) this.#cache.add(key, stored)
    return stored
  }

  readonly put = (hash: Uint8Array, bytes: Uint8Array): void => {
    const key = textOf(hash)
    if (this.#cache.get(key) === undefined) this.#written.set(key, bytes)
  }

  /** What was written and is not in the store yet, as changes of the store. */
  written(): readonly Change[] {
    return [...this.#written].map(([key, bytes]) => put(nodeKey(bytesOf(key)), bytes))
  }

  /** Moves what was written to the cache: it is in the store now. Returns how much it was. */
  settle(): number {
    const { size } = this.#written
    for (const [key, bytes] of this.#written) this.#cache.add(key, bytes)
    this.#written = new Map()
    return size
  }

  /** Forgets what was written. */
  discard(): void {
    this.#written = new Map()
  }
}

/** Bytes as a key of a map, one character each. */
export function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}

/** The bytes of a key. */
export function bytesOf(text: string): Uint8Array {
  return Buffer.from(text, 'latin1')
}
