/** Maximum number of entries; the oldest are dropped. */
const MOST_ENTRIES = 10_000
/** Maximum total number of characters; the oldest entries are dropped. */
const MOST_TEXT = 32 * 1024 * 1024

/** A bounded map of texts that keeps the latest: input from others must not exhaust memory. */
export class Latest<Key> {
  readonly #texts = new Map<Key, string>()
  #size = 0

  get size(): number {
    return this.#texts.size
  }

  get(key: Key): string | undefined {
    return this.#texts.get(key)
  }

  set(key: Key, text: string): void {
    this.delete(key)
    this.#texts.set(key, text)
    this.#size += text.length
    for (const oldest of this.#texts.keys()) {
      if (this.#texts.size <= MOST_ENTRIES && this.#size <= MOST_TEXT) return
      this.delete(oldest)
    }
  }

  delete(key: Key): void {
    this.#size -= this.#texts.get(key)?.length ?? 0
    this.#texts.delete(key)
  }

  /** Oldest first. */
  entries(): IterableIterator<[Key, string]> {
    return this.#texts.entries()
  }

  clear(): void {
    this.#texts.clear()
    this.#size = 0
  }
}
