/** A map that forgets the entry that was set first once it has more than `limit` entries. */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #limit: number

  constructor(limit: number) {
    super()
    this.#limit = limit
  }

  override set(key: K, value: V): this {
    super.delete(key)
    super.set(key, value)
    if (this.size > this.#limit) {
      const [oldest] = super.keys()
      if (oldest !== undefined) super.delete(oldest)
    }
    return this
  }
}
