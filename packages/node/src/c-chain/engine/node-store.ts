import { hasPrefix, put, type Change, type Reader } from '../../store/store.ts'
import { nodeKey, nodePrefix } from '../tables.ts'
import { forkNode, forkRoot } from './fork-entries.ts'
import type { NodeCache } from './node-cache.ts'
import type { Entries, Wanted } from './reading.ts'
import type { TrieStore } from './trie/update.ts'

/** A reader of the store. */
export interface StateReader extends Reader {
  /** Blocks the thread until an entry is read. Only worker threads may do so. */
  readonly getNow?: (key: Uint8Array) => Uint8Array | undefined
}

/**
 * Trie nodes and code in the store. Keys are hashes, so entries never change. New entries stay in
 * memory until the store has written them together with their block.
 */
export class NodeStore implements TrieStore, Entries {
  readonly #reader: StateReader
  readonly #cache: NodeCache
  #written = new Map<string, Uint8Array>()
  #readError: unknown
  #isEnded = false

  constructor(reader: StateReader, cache: NodeCache) {
    this.#reader = reader
    this.#cache = cache
  }

  readonly get = async (hash: Uint8Array): Promise<Uint8Array | undefined> => {
    const wanted: Wanted = { kind: 'node', key: hash }
    return this.known(wanted) ?? this.read(wanted)
  }

  readonly known: Entries['known'] = ({ kind, key }) => {
    if (kind === 'forked') return undefined
    const text = textOf(key)
    const known = this.#written.get(text) ?? this.#cache.get(text)
    return known === undefined && text === FORK_ROOT ? forkNode : known
  }

  readonly read: Entries['read'] = async (wanted) =>
    this.#kept(wanted, await this.#read(storeKey(wanted)))

  readonly readNow: Entries['readNow'] = (wanted) => {
    if (this.#reader.getNow === undefined) throw new TypeError('This thread must not wait')
    try {
      return this.#kept(wanted, this.#reader.getNow(storeKey(wanted)))
    } catch (error) {
      this.#readError ??= error
      throw error
    }
  }

  /** Adds a trie node or code to the cache. Returns it. */
  #kept({ kind, key }: Wanted, stored: Uint8Array | undefined): Uint8Array | undefined {
    if (kind === 'node' && stored !== undefined) this.#cache.add(textOf(key), stored)
    return stored
  }

  /** The error of the first read that failed; undefined if all reads succeeded. */
  get readError(): unknown {
    return this.#readError
  }

  /** Makes later reads of the store fail, so that a run ends at its next one. */
  end(error: unknown): void {
    this.#readError ??= error
    this.#isEnded = true
  }

  async #read(key: Uint8Array): Promise<Uint8Array | undefined> {
    if (this.#isEnded) throw this.#readError
    try {
      return await this.#reader.get(key)
    } catch (error) {
      this.#readError ??= error
      throw error
    }
  }

  readonly put = (hash: Uint8Array, bytes: Uint8Array): void => {
    const key = textOf(hash)
    if (this.#cache.get(key) === undefined) this.#written.set(key, bytes)
  }

  /** Returns the store changes for the new entries. */
  written(): readonly Change[] {
    return [...this.#written].map(([key, bytes]) => put(nodeKey(bytesOf(key)), bytes))
  }

  /**
   * Moves the new entries to the cache after the store has written them. Returns the number of
   * moved entries.
   */
  settle(): number {
    const { size } = this.#written
    for (const [key, bytes] of this.#written) this.#cache.add(key, bytes)
    this.#written = new Map()
    return size
  }

  /** Reads the store, including the new and the cached entries. */
  get reader(): Reader {
    const reader = this.#reader
    return {
      get: (key) =>
        hasPrefix(key, nodePrefix) ? this.get(key.subarray(nodePrefix.length)) : this.#read(key),
      getMany: (keys) => reader.getMany(keys),
      page: (prefix, limit, after) => reader.page(prefix, limit, after),
    }
  }

  /** Adds new entries of another store, which its `written` returned. */
  add(changes: readonly Change[]): void {
    for (const change of changes) {
      if (change.kind === 'put') this.put(change.key.subarray(nodePrefix.length), change.value)
    }
  }

  discard(): void {
    this.#written = new Map()
  }
}

function storeKey({ kind, key }: Wanted): Uint8Array {
  return kind === 'node' ? nodeKey(key) : key
}

/** Converts bytes to a map key, one character per byte. */
export function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}

const FORK_ROOT = textOf(forkRoot)

export function bytesOf(text: string): Uint8Array {
  return Buffer.from(text, 'latin1')
}
