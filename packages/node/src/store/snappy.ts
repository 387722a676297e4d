/** Decompresses snappy data. Throws a RangeError if it is invalid. */
export function uncompress(compressed: Uint8Array): Uint8Array {
  const from = new Cursor(compressed)
  const output = new Uint8Array(from.varint())
  let length = 0
  while (!from.isAtEnd) {
    const tag = from.byte()
    if ((tag & 3) === 0) {
      const literal = from.take(literalLength(tag >> 2, from))
      if (length + literal.length > output.length) throw new RangeError('too many bytes')
      output.set(literal, length)
      length += literal.length
    } else {
      const { size, offset } = copyOf(tag, from)
      if (offset === 0 || offset > length || length + size > output.length)
        throw new RangeError('a copy refers to data before the start')
      // Copy byte by byte, because a copy may overlap with its own output.
      for (let at = 0; at < size; at++, length++) output[length] = output[length - offset] ?? 0
    }
  }
  if (length !== output.length) throw new RangeError('too few bytes')
  return output
}

function literalLength(code: number, from: Cursor): number {
  return code < 60 ? code + 1 : from.little(code - 59) + 1
}

function copyOf(tag: number, from: Cursor): { readonly size: number; readonly offset: number } {
  if ((tag & 3) === 1)
    return { size: ((tag >> 2) & 7) + 4, offset: ((tag >> 5) << 8) | from.byte() }
  return { size: (tag >> 2) + 1, offset: from.little((tag & 3) === 2 ? 2 : 4) }
}

/** Reads bytes and little-endian integers. Throws a RangeError on a read past the end. */
export class Cursor {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length
  }

  byte(): number {
    const byte = this.#bytes[this.#at++]
    if (byte === undefined) throw new RangeError('too short')
    return byte
  }

  take(length: number): Uint8Array {
    if (this.#at + length > this.#bytes.length) throw new RangeError('too short')
    this.#at += length
    return this.#bytes.subarray(this.#at - length, this.#at)
  }

  little(length: number): number {
    return this.take(length).reduceRight((value, byte) => value * 256 + byte, 0)
  }

  /** Reads a varint: seven bits per byte, lowest first. */
  varint(): number {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = this.byte()
      value += (byte & 127) * scale
      if (byte < 128) return value
      if (scale > 2 ** 63) throw new RangeError('a varint is too long')
    }
  }
}
