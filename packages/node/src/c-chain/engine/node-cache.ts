/** Trie nodes that are known to be in the store, the recently used ones of two generations. */
export class NodeCache {
  readonly #limit: number
  #young = new Map<string, Uint8Array>()
  #old = new Map<string, Uint8Array>()

  constructor(limit = 100_000) {
    this.#limit = limit
  }

  get(key: string): Uint8Array | undefined {
    const young = this.#young.get(key)
    if (young !== undefined) return young
    const old = this.#old.get(key)
    if (old !== undefined) this.add(key, old)
    return old
  }

  add(key: string, node: Uint8Array): void {
    this.#young.set(key, node)
    if (this.#young.size < this.#limit) return
    this.#old = this.#young
    this.#young = new Map()
  }

  clear(): void {
    this.#young.clear()
    this.#old.clear()
  }
}
