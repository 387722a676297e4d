/** Reads big-endian fields from bytes; every read past the end throws, so nothing is allocated beyond the input. */
export class ByteReader {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  #offset = 0

  constructor(bytes: Uint8Array) {
    // A plain view: a Buffer's own slice would share memory instead of copying.
    this.#bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get remaining(): number {
    return this.#bytes.length - this.#offset
  }

  u16(): number {
    return this.#view.getUint16(this.#advance(2))
  }

  u32(): number {
    return this.#view.getUint32(this.#advance(4))
  }

  /** Exactly `length` bytes, copied. */
  fixed(length: number): Uint8Array {
    const start = this.#advance(length)
    return this.#bytes.slice(start, start + length)
  }

  /** A byte string with its u32 length in front. */
  sized(): Uint8Array {
    return this.fixed(this.u32())
  }

  /** Throws where bytes are left over. */
  end(): void {
    if (this.remaining > 0) throw new RangeError(`${this.remaining} bytes too many`)
  }

  #advance(length: number): number {
    if (length > this.remaining) {
      throw new RangeError(
        `${length} bytes wanted at offset ${this.#offset}, ${this.remaining} left`,
      )
    }
    const start = this.#offset
    this.#offset += length
    return start
  }
}

/** Two bytes, big-endian. */
export function u16(value: number): Uint8Array {
  const bytes = new Uint8Array(2)
  new DataView(bytes.buffer).setUint16(0, value)
  return bytes
}

/** Four bytes, big-endian. */
export function u32(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value)
  return bytes
}

/** A byte string with its u32 length in front. */
export function sized(bytes: Uint8Array): Uint8Array {
  return concat(u32(bytes.length), bytes)
}

/** The parts, one after the other. */
export function concat(...parts: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(parts)
}
