/** A chunk of the sorted keys. All keys of a chunk are less than the keys of the next chunk. */
interface Chunk<T> {
  readonly keys: string[]
  readonly values: T[]
  /** The map that may modify this chunk. Other maps copy the chunk before they modify it. */
  readonly owner: symbol
}

const MAX_CHUNK = 512

/**
 * A map with sorted keys, stored as a list of short sorted chunks, so that an update moves the entries of at most one
 * chunk.
 */
export class OrderedMap<T> {
  #chunks: Chunk<T>[] = []
  #owner = Symbol()

  /**
   * Returns a copy of the map. The original and the copy share each chunk until one of the maps
   * modifies the chunk. Call `release` when nothing reads the copy any more.
   */
  snapshot(): { readonly copy: OrderedMap<T>; readonly release: () => void } {
    const copy = new OrderedMap<T>()
    copy.#chunks = [...this.#chunks]
    const [before, during] = [this.#owner, Symbol()]
    this.#owner = during
    const release = (): void => {
      // With a later snapshot, the chunks from before stay shared.
      if (this.#owner === during) this.#owner = before
    }
    return { copy, release }
  }

  get(key: string): T | undefined {
    const part = this.#chunks[this.#chunkIndex(key)]
    if (part === undefined) return undefined
    const at = firstFrom(part.keys, key)
    return part.keys[at] === key ? part.values[at] : undefined
  }

  set(key: string, value: T): void {
    const index = Math.max(0, this.#chunkIndex(key))
    const part = this.#owned(index)
    if (part === undefined) {
      this.#chunks.push({ keys: [key], values: [value], owner: this.#owner })
      return
    }
    const at = firstFrom(part.keys, key)
    if (part.keys[at] === key) part.values[at] = value
    else {
      part.keys.splice(at, 0, key)
      part.values.splice(at, 0, value)
      if (part.keys.length > MAX_CHUNK) this.#split(index, part)
    }
  }

  delete(key: string): void {
    if (this.get(key) === undefined) return
    const index = this.#chunkIndex(key)
    const part = this.#owned(index)
    if (part === undefined) return
    const at = firstFrom(part.keys, key)
    part.keys.splice(at, 1)
    part.values.splice(at, 1)
    if (part.keys.length === 0) this.#chunks.splice(index, 1)
  }

  /** Yields the entries whose keys are not less than `key`, in order. Do not modify the map during the iteration. */
  *from(key: string): Generator<readonly [string, T], void> {
    for (let index = Math.max(0, this.#chunkIndex(key)); index < this.#chunks.length; index++) {
      const part = this.#chunks[index]
      if (part === undefined) return
      for (let at = firstFrom(part.keys, key); at < part.keys.length; at++) {
        const [found, value] = [part.keys[at], part.values[at]]
        if (found !== undefined && value !== undefined) yield [found, value]
      }
    }
  }

  /** Returns the chunk at an index, copied if another map may share it. */
  #owned(index: number): Chunk<T> | undefined {
    const part = this.#chunks[index]
    if (part === undefined || part.owner === this.#owner) return part
    const copy = { keys: [...part.keys], values: [...part.values], owner: this.#owner }
    this.#chunks[index] = copy
    return copy
  }

  #split(index: number, part: Chunk<T>): void {
    const half = part.keys.length >> 1
    this.#chunks.splice(index + 1, 0, {
      keys: part.keys.splice(half),
      values: part.values.splice(half),
      owner: this.#owner,
    })
  }

  /**
   * Returns the index of the last chunk whose first key is not greater than `key`; -1 if every
   * first key is greater.
   */
  #chunkIndex(key: string): number {
    let [low, high] = [0, this.#chunks.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const first = this.#chunks[middle]?.keys[0]
      if (first !== undefined && first <= key) low = middle + 1
      else high = middle
    }
    return low - 1
  }
}

/** Returns the index of the first key that is not less than `key`. */
function firstFrom(keys: readonly string[], key: string): number {
  let [low, high] = [0, keys.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const found = keys[middle]
    if (found !== undefined && found < key) low = middle + 1
    else high = middle
  }
  return low
}
