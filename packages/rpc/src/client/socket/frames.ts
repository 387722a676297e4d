/** Frames of the WebSocket protocol as a client reads and writes them (RFC 6455, section 5). */

import { randomFillSync } from 'node:crypto'

/** Kinds of frame. */
export const opcodes = {
  continuation: 0,
  text: 1,
  binary: 2,
  close: 8,
  ping: 9,
  pong: 10,
} as const

/** What the other side did wrong, with the code that the connection is closed with. */
export class FrameFault extends Error {
  readonly closeCode: number
  constructor(closeCode: number, message: string) {
    super(message)
    this.closeCode = closeCode
  }
}

/** What a reader tells of. */
export interface FrameEvents {
  text(text: string): void
  ping(payload: Buffer): void
  pong(): void
  close(code: number, reason: string): void
}

const masks = Buffer.alloc(4 * 1024)
let nextMask = masks.length

/** A masked frame that is whole. */
export function frame(opcode: number, payload: Buffer): Buffer {
  const { length } = payload
  const extended = length < 126 ? 0 : length < 65_536 ? 2 : 8
  const out = Buffer.allocUnsafe(2 + extended + 4 + length)
  out[0] = 0x80 | opcode
  out[1] = 0x80 | (extended === 0 ? length : extended === 2 ? 126 : 127)
  if (extended === 2) out.writeUInt16BE(length, 2)
  if (extended === 8) out.writeBigUInt64BE(BigInt(length), 2)
  if (nextMask === masks.length) {
    randomFillSync(masks)
    nextMask = 0
  }
  const start = 2 + extended
  masks.copy(out, start, nextMask, nextMask + 4)
  nextMask += 4
  for (let index = 0; index < length; index++) {
    out[start + 4 + index] = (payload[index] ?? 0) ^ (out[start + (index & 3)] ?? 0)
  }
  return out
}

/** Payload of a close frame. */
export function closePayload(code: number, reason: string): Buffer {
  const text = Buffer.from(reason).subarray(0, 120)
  const out = Buffer.alloc(2 + text.length)
  out.writeUInt16BE(code)
  text.copy(out, 2)
  return out
}

/** Reads what arrives, in pieces of any size; throws `FrameFault`. */
export class FrameReader {
  readonly #events: FrameEvents
  readonly #maxBytes: number
  #chunks: Buffer[] = []
  #size = 0
  #need = 2
  #step: 'head' | 'length' | 'payload' = 'head'
  #head = { isLast: true, opcode: 0 }
  /** Payloads of a text that comes in fragments; undefined between messages. */
  #parts: Buffer[] | undefined
  #partsSize = 0

  constructor(events: FrameEvents, maxBytes: number) {
    this.#events = events
    this.#maxBytes = maxBytes
  }

  push(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#size += chunk.length
    while (this.#size >= this.#need) this.#advance(this.#take(this.#need))
  }

  #take(count: number): Buffer {
    const [first] = this.#chunks
    this.#size -= count
    if (first && first.length > count) {
      this.#chunks[0] = first.subarray(count)
      return first.subarray(0, count)
    }
    const all = this.#chunks.length === 1 && first ? first : Buffer.concat(this.#chunks)
    this.#chunks = all.length > count ? [all.subarray(count)] : []
    return all.subarray(0, count)
  }

  #advance(bytes: Buffer): void {
    if (this.#step === 'head') return this.#readHead(bytes[0] ?? 0, bytes[1] ?? 0)
    if (this.#step === 'payload') return this.#readPayload(bytes)
    const length = bytes.length === 2 ? bytes.readUInt16BE() : Number(bytes.readBigUInt64BE())
    this.#expectPayload(length)
  }

  #readHead(first: number, second: number): void {
    const opcode = first & 0x0f
    const isLast = (first & 0x80) !== 0
    const length = second & 0x7f
    if ((first & 0x70) !== 0) throw new FrameFault(1002, 'reserved bits are set')
    if ((second & 0x80) !== 0) throw new FrameFault(1002, 'a frame is masked')
    if (!Object.values<number>(opcodes).includes(opcode)) {
      throw new FrameFault(1002, `frames of kind ${opcode} do not exist`)
    }
    if (opcode >= 8 && (!isLast || length > 125)) {
      throw new FrameFault(1002, 'a control frame is fragmented or too long')
    }
    this.#head = { isLast, opcode }
    if (length < 126) return this.#expectPayload(length)
    this.#step = 'length'
    this.#need = length === 126 ? 2 : 8
  }

  #expectPayload(length: number): void {
    if (this.#head.opcode < 8 && this.#partsSize + length > this.#maxBytes) {
      throw new FrameFault(1009, `a message is longer than ${this.#maxBytes} bytes`)
    }
    this.#step = 'payload'
    this.#need = length
  }

  #readPayload(payload: Buffer): void {
    const { opcode, isLast } = this.#head
    this.#step = 'head'
    this.#need = 2
    if (opcode === opcodes.ping) return this.#events.ping(payload)
    if (opcode === opcodes.pong) return this.#events.pong()
    if (opcode === opcodes.close) return this.#readClose(payload)
    if (opcode === opcodes.binary) throw new FrameFault(1003, 'bytes come where text belongs')
    if ((opcode === opcodes.text) !== (this.#parts === undefined)) {
      throw new FrameFault(1002, 'fragments are out of order')
    }
    const parts = this.#parts ?? []
    gather(parts, payload)
    this.#partsSize += payload.length
    this.#parts = parts
    if (!isLast) return
    this.#parts = undefined
    this.#partsSize = 0
    this.#events.text(textOf(parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)))
  }

  #readClose(payload: Buffer): void {
    if (payload.length === 1) throw new FrameFault(1002, 'a close frame is cut off')
    const code = payload.length === 0 ? 1005 : payload.readUInt16BE()
    this.#events.close(code, textOf(payload.subarray(2)))
  }
}

/** Adds a fragment: small ones are put together, since a million of one byte would take much more than a megabyte. */
function gather(parts: Buffer[], payload: Buffer): void {
  let last = payload
  for (let before = parts.at(-1); before && before.length <= last.length; before = parts.at(-1)) {
    parts.pop()
    last = Buffer.concat([before, last])
  }
  if (last.length > 0 || parts.length === 0) parts.push(last)
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function textOf(bytes: Buffer): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw new FrameFault(1007, 'a text is not UTF-8')
  }
}
