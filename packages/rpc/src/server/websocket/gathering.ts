const none: Buffer = Buffer.alloc(0)

/** Bytes that come bit by bit: copied as they come, since a chunk of one byte would keep its whole block. */
export class Gathering {
  #bytes = none
  #size = 0

  get size(): number {
    return this.#size
  }

  add(chunk: Buffer): void {
    const size = this.#size + chunk.length
    if (size > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(size, this.#bytes.length * 2, 1024))
      this.#bytes.copy(larger, 0, 0, this.#size)
      this.#bytes = larger
    }
    chunk.copy(this.#bytes, this.#size)
    this.#size = size
  }

  /** Everything so far, which is then forgotten here. */
  take(): Buffer {
    const bytes = this.#bytes.subarray(0, this.#size)
    this.#bytes = none
    this.#size = 0
    return bytes
  }
}
