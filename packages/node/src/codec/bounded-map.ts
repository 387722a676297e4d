/**
 * A map that forgets the entries that were set first once the sizes of all exceed `limit`. The size of an entry
 * must not change; it is 1 by default.
 */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #limit: number
  readonly #sizeOf: (key: K, value: V) => number
  #sizes = 0

  constructor(limit: number, sizeOf: (key: K, value: V) => number = () => 1) {
    super()
    this.#limit = limit
    this.#sizeOf = sizeOf
  }

  override set(key: K, value: V): this {
    this.delete(key)
    super.set(key, value)
    this.#sizes += this.#sizeOf(key, value)
    for (const oldest of this.keys()) {
      if (this.#sizes <= this.#limit) break
      this.delete(oldest)
    }
    return this
  }

  override delete(key: K): boolean {
    const value = this.get(key)
    // Safe cast: the map has the key, so the value is of its type, which may include `undefined`.
    const isFound = super.delete(key)
    if (isFound) this.#sizes -= this.#sizeOf(key, value as V)
    return isFound
  }

  override clear(): void {
    super.clear()
    this.#sizes = 0
  }
}
