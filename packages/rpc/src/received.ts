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

  /** Returns the body and removes it. */
  take(): Uint8Array<ArrayBuffer> {
    const bytes = this.bytes()
    this.#size = 0
    this.#bytes = new Uint8Array()
    return bytes
  }
}

/** Reads a body. Returns undefined if it has more than `limit` bytes. */
export async function bytesUpTo(
  body: ReadableStream<Uint8Array<ArrayBuffer>> | null,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const reader = body?.getReader()
  const received = new Received()
  for (;;) {
    const part = await reader?.read()
    if (!part?.value) return received.bytes()
    if (received.size + part.value.byteLength > limit) {
      await reader?.cancel()
      return undefined
    }
    received.add(part.value)
  }
}

function enlarged(bytes: Uint8Array, least: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.max(least, bytes.length * 2))
  larger.set(bytes)
  return larger
}
