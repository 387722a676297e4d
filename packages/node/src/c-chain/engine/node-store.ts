import { put, type Change, type Reader } from '../../store/store.ts'
import { nodeKey } from '../keys.ts'
import type { NodeCache } from './node-cache.ts'
import type { TrieStore } from './trie/update.ts'

/**
 * Trie nodes and code in the store. Keys are hashes, so entries never change. Written entries stay in memory until the
 * batch of a block contains them.
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

  /** Returns the store changes of the entries written since the last batch. */
  written(): readonly Change[] {
    return [...this.#written].map(([key, bytes]) => put(nodeKey(bytesOf(key)), bytes))
  }

  /** Moves the written entries to the cache once they are stored. Returns their number. */
  settle(): number {
    const { size } = this.#written
    for (const [key, bytes] of this.#written) this.#cache.add(key, bytes)
    this.#written = new Map()
    return size
  }

  /** Discards the written entries. */
  discard(): void {
    this.#written = new Map()
  }
}

/** Converts bytes to a map key, one character per byte. */
export function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}

/** Converts a map key to bytes. */
export function bytesOf(text: string): Uint8Array {
  return Buffer.from(text, 'latin1')
}
