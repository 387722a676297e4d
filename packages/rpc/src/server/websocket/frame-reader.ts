import { opcodes, ProtocolFault } from './frame.ts'
import { Gathering } from './gathering.ts'

interface Header {
  readonly opcode: number
  readonly isFinal: boolean
  /** Of the payload. */
  readonly length: number
  /** Where the mask stands; the payload follows it. */
  readonly maskAt: number
}

/** Takes a whole message, or a control frame. */
export type TakeFrame = (opcode: number, payload: Buffer) => void

/** Reads the frames that a client sends (RFC 6455, section 5) from chunks of any size. */
export class FrameReader {
  readonly #limit: number
  readonly #take: TakeFrame
  readonly #rest: Gathering = new Gathering()
  /** So many bytes have to be there before anything can be done with them. */
  #needed = 2
  /** Kind of the message whose fragments are being gathered; 0 where there is none. */
  #opcode = 0
  readonly #fragments: Gathering = new Gathering()

  /** `limit`: bytes of one message. */
  constructor(limit: number, take: TakeFrame) {
    this.#limit = limit
    this.#take = take
  }

  /** Hands on everything that is complete with this chunk. Throws a `ProtocolFault`. */
  read(chunk: Buffer): void {
    let bytes = chunk
    if (this.#rest.size > 0) {
      this.#rest.add(chunk)
      if (this.#rest.size < this.#needed) return
      bytes = this.#rest.take()
    }
    let at = 0
    while (bytes.length - at >= this.#needed) {
      const header = headerAt(bytes, at)
      if (typeof header === 'number') {
        this.#needed = header
        continue
      }
      this.#check(header)
      const start = header.maskAt + 4
      const end = start + header.length
      this.#needed = end - at
      if (bytes.length < end) break
      this.#needed = 2
      at = end
      this.#deliver(header, unmasked(bytes, header.maskAt, end))
    }
    if (at < bytes.length) this.#rest.add(bytes.subarray(at))
  }

  /** Refuses what must not be before its payload is waited for. */
  #check({ opcode, isFinal, length }: Header): void {
    if (opcode >= opcodes.close) {
      if (opcode > opcodes.pong) throw new ProtocolFault(1002, 'unknown opcode')
      if (!isFinal) throw new ProtocolFault(1002, 'fragmented control frame')
      if (length > 125) throw new ProtocolFault(1002, 'control frame too long')
      return
    }
    if (opcode > opcodes.binary) throw new ProtocolFault(1002, 'unknown opcode')
    const continues = opcode === opcodes.continuation
    if (continues && !this.#opcode) throw new ProtocolFault(1002, 'nothing to continue')
    if (!continues && this.#opcode) {
      throw new ProtocolFault(1002, 'the message before has not ended')
    }
    if (length + this.#fragments.size > this.#limit) {
      throw new ProtocolFault(1009, `message longer than ${this.#limit} bytes`)
    }
  }

  #deliver({ opcode, isFinal }: Header, payload: Buffer): void {
    if (opcode >= opcodes.close || (isFinal && opcode)) return this.#take(opcode, payload)
    if (opcode) this.#opcode = opcode
    this.#fragments.add(payload)
    if (!isFinal) return
    const whole = this.#opcode
    this.#opcode = 0
    this.#take(whole, this.#fragments.take())
  }
}

/** The header at some place; how many bytes from there are needed to read it where they are too few. */
function headerAt(bytes: Buffer, at: number): Header | number {
  const first = bytes[at] ?? 0
  const second = bytes[at + 1] ?? 0
  if ((first & 0x70) !== 0) throw new ProtocolFault(1002, 'no extension was agreed on')
  if ((second & 0x80) === 0) throw new ProtocolFault(1002, 'frames of a client are masked')
  const short = second & 0x7f
  const size = short < 126 ? 6 : short === 126 ? 8 : 14
  if (bytes.length - at < size) return size
  const length =
    short < 126 ? short : short === 126 ? bytes.readUInt16BE(at + 2) : longLength(bytes, at + 2)
  return { opcode: first & 0x0f, isFinal: (first & 0x80) !== 0, length, maskAt: at + size - 4 }
}

function longLength(bytes: Buffer, at: number): number {
  const high = bytes.readUInt32BE(at)
  // Beyond 2^53 no number is exact, and far before that no message is read.
  if (high > 0x1fffff) throw new ProtocolFault(1009, 'message too long')
  return high * 2 ** 32 + bytes.readUInt32BE(at + 4)
}

/** In place: the chunk is nobody else's. */
function unmasked(bytes: Buffer, maskAt: number, end: number): Buffer {
  const start = maskAt + 4
  for (let at = start; at < end; at++) {
    bytes[at] = (bytes[at] ?? 0) ^ (bytes[maskAt + ((at - start) & 3)] ?? 0)
  }
  return bytes.subarray(start, end)
}
