/** Maximum number of entries. If there are more, the oldest are dropped. */
const MOST_ENTRIES = 10_000
/** Maximum total number of characters. If there are more, the oldest entries are dropped. */
const MOST_TEXT = 32 * 1024 * 1024

/**
 * A map with string values and a limited size. It keeps the latest entries, so that traffic cannot exhaust
 * memory.
 */
export class BoundedMap<Key> {
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

  entries(): IterableIterator<[Key, string]> {
    return this.#texts.entries()
  }

  clear(): void {
    this.#texts.clear()
    this.#size = 0
  }
}
