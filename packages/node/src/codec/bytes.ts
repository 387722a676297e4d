/**
 * Reads big-endian fields from bytes. Throws on a read past the end, so that no allocation exceeds the size of the
 * input.
 */
export class ByteReader {
  readonly #bytes: Buffer
  #offset = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get offset(): number {
    return this.#offset
  }

  get remaining(): number {
    return this.#bytes.length - this.#offset
  }

  u8(): number {
    return this.#bytes.readUInt8(this.#advance(1))
  }

  u16(): number {
    return this.#bytes.readUInt16BE(this.#advance(2))
  }

  u32(): number {
    return this.#bytes.readUInt32BE(this.#advance(4))
  }

  u64(): bigint {
    return this.#bytes.readBigUInt64BE(this.#advance(8))
  }

  /** Reads exactly `length` bytes and returns a copy. */
  fixed(length: number): Uint8Array {
    const start = this.#advance(length)
    // Make a real copy: `slice` of a Buffer would share memory.
    return new Uint8Array(this.#bytes.subarray(start, start + length))
  }

  /** Reads exactly `length` bytes and returns them as lower-case hex. */
  hex(length: number): string {
    const start = this.#advance(length)
    return this.#bytes.toString('hex', start, start + length)
  }

  /** Reads a byte string with a u32 length prefix. */
  sized(): Uint8Array {
    return this.fixed(this.u32())
  }

  /** Checks that all bytes were read. Throws if bytes remain. */
  end(): void {
    if (this.remaining > 0) throw new RangeError(`${this.remaining} unexpected bytes at the end`)
  }

  #advance(length: number): number {
    if (length > this.remaining) {
      throw new RangeError(
        `expected ${length} bytes at offset ${this.#offset}, got ${this.remaining}`,
      )
    }
    const start = this.#offset
    this.#offset += length
    return start
  }
}

const FIRST_SIZE = 256

/** Writes big-endian fields into bytes that grow as needed. */
export class ByteWriter {
  #bytes = Buffer.allocUnsafe(FIRST_SIZE)
  #length = 0

  u8(value: number): void {
    const at = this.#reserve(1)
    this.#bytes.writeUInt8(value, at)
  }

  u16(value: number): void {
    const at = this.#reserve(2)
    this.#bytes.writeUInt16BE(value, at)
  }

  u32(value: number): void {
    const at = this.#reserve(4)
    this.#bytes.writeUInt32BE(value, at)
  }

  u64(value: bigint): void {
    const at = this.#reserve(8)
    this.#bytes.writeBigUInt64BE(value, at)
  }

  fixed(bytes: Uint8Array): void {
    const at = this.#reserve(bytes.length)
    this.#bytes.set(bytes, at)
  }

  /** Writes the hex digits of `length` bytes. */
  hex(digits: string, length: number): void {
    const at = this.#reserve(length)
    if (digits.length !== 2 * length || this.#bytes.write(digits, at, length, 'hex') !== length)
      throw new RangeError(`expected ${length} bytes in hex`)
  }

  /** Returns a copy of the written bytes. */
  finish(): Uint8Array {
    return new Uint8Array(this.#bytes.subarray(0, this.#length))
  }

  #reserve(length: number): number {
    const start = this.#length
    this.#length += length
    if (this.#length > this.#bytes.length) {
      const grown = Buffer.allocUnsafe(Math.max(this.#length, 2 * this.#bytes.length))
      grown.set(this.#bytes.subarray(0, start))
      this.#bytes = grown
    }
    return start
  }
}

export function u16(value: number): Uint8Array {
  const bytes = new Uint8Array(2)
  new DataView(bytes.buffer).setUint16(0, value)
  return bytes
}

export function u32(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value)
  return bytes
}

/** Encodes a number as eight big-endian bytes. Their byte order equals the numeric order. */
export function u64(value: bigint): Uint8Array {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(value)
  return bytes
}

/** Encodes a byte string with a u32 length prefix. */
export function sized(bytes: Uint8Array): Uint8Array {
  return concat(u32(bytes.length), bytes)
}

export function concat(...parts: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(parts)
}
