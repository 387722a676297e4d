/** Number of entries that are kept. */
const MOST = 1000

/** A map of limited size. `onDrop` is called with the oldest value when a new one needs its place. */
export class Recent<Key, Value> extends Map<Key, Value> {
  readonly #onDrop: (value: Value) => void

  constructor(onDrop: (value: Value) => void = () => undefined) {
    super()
    this.#onDrop = onDrop
  }

  /** Adds an entry, or replaces the value of one. */
  override set(key: Key, value: Value): this {
    for (const [oldest, dropped] of this) {
      if (this.size < MOST || this.has(key)) break
      this.delete(oldest)
      this.#onDrop(dropped)
    }
    return super.set(key, value)
  }
}
