/**
 * Collects the parts of a body in one array. A list of parts could take many times as much memory as the body, since a
 * caller may send each byte as a part of its own.
 */
export class Received {
  #size = 0
  #bytes = new Uint8Array()

  get size(): number {
    return this.#size
  }

  add(part: Uint8Array<ArrayBuffer>): void {
    const start = this.#size
    this.#size += part.length
    // A body of one part is not copied.
    if (start === 0) this.#bytes = part
    else {
      if (this.#size > this.#bytes.length) this.#bytes = enlarged(this.#bytes, this.#size)
      this.#bytes.set(part, start)
    }
  }

  /** Returns the body. */
  bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#size)
  }
}

function enlarged(bytes: Uint8Array, least: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.max(least, bytes.length * 2))
  larger.set(bytes)
  return larger
}
