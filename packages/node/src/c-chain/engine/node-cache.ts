/** Size of each of the two generations, in bytes. */
const LIMIT = 16 * 1024 * 1024

/**
 * Cache of trie nodes and code. When the young generation is full, it replaces the old generation.
 * A read moves an entry to the young generation.
 */
export class NodeCache {
  #young = new Map<string, Uint8Array>()
  #old = new Map<string, Uint8Array>()
  #size = 0

  get(key: string): Uint8Array | undefined {
    const young = this.#young.get(key)
    if (young !== undefined) return young
    const old = this.#old.get(key)
    if (old !== undefined) this.add(key, old)
    return old
  }

  add(key: string, node: Uint8Array): void {
    this.#young.set(key, node)
    this.#size += key.length + node.length
    if (this.#size < LIMIT) return
    this.#old = this.#young
    this.#young = new Map()
    this.#size = 0
  }
}
