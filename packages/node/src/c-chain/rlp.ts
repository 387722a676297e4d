import type { NestedUint8Array } from '@ethereumjs/rlp'

export type RlpItem = Uint8Array | NestedUint8Array

/** Maximum nesting of lists. A key of an access list in a block is in the sixth list. */
const DEPTH = 16
/** Maximum number of items that a caller may send: each takes about 100 bytes once decoded. */
const MOST = 100_000

/** The position of an item. `start` is the first byte after its prefix. */
interface Span {
  readonly isList: boolean
  readonly start: number
  readonly end: number
}

/**
 * Decodes RLP in linear time. Byte strings are views of `bytes`: the library copies the rest of the
 * input once per item and level. Throws a RangeError with the message of the library.
 */
export function decodeRlp(bytes: Uint8Array): RlpItem {
  if (bytes.length === 0) return bytes
  const span = spanAt(bytes, 0, bytes.length)
  if (span.end !== bytes.length) throw new RangeError('invalid RLP: remainder must be zero')
  return itemIn(bytes, span, 0)
}

/** Decodes RLP that a caller sent, unless it has too many items. */
export function decodeForeign(bytes: Uint8Array): RlpItem {
  let count = 0
  for (let at = 0; at < bytes.length;) {
    if (++count > MOST) throw new RangeError(`invalid RLP: more than ${MOST} items`)
    const { isList, start, end } = spanAt(bytes, at, bytes.length)
    at = isList ? start : end
  }
  return decodeRlp(bytes)
}

/** Returns the bytes of the first item, which other items may follow. */
export function firstItem(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(0, spanAt(bytes, 0, bytes.length).end)
}

function itemIn(bytes: Uint8Array, { isList, start, end }: Span, depth: number): RlpItem {
  if (!isList) return bytes.subarray(start, end)
  if (depth === DEPTH) throw new RangeError(`invalid RLP: more than ${DEPTH} nested lists`)
  const items: NestedUint8Array = []
  for (let at = start; at < end;) {
    const span = spanAt(bytes, at, end)
    items.push(itemIn(bytes, span, depth + 1))
    at = span.end
  }
  return items
}

/** Reads the prefix at a position. The item must end at or before `limit`. */
function spanAt(bytes: Uint8Array, at: number, limit: number): Span {
  const first = bytes[at] ?? 0
  if (first < 0x80) return { isList: false, start: at, end: at + 1 }
  const isList = first >= 0xc0
  const short = first - (isList ? 0xc0 : 0x80)
  const lengthBytes = short > 55 ? short - 55 : 0
  const start = at + 1 + lengthBytes
  const length = lengthBytes > 0 ? lengthAt(bytes, at + 1, start) : short
  const end = start + length
  if (end > limit) throw new RangeError('invalid RLP: an item is longer than the data')
  if (!isList && length === 1 && (bytes[start] ?? 0) < 0x80) {
    throw new RangeError(
      'invalid RLP encoding: invalid prefix, single byte < 0x80 are not prefixed',
    )
  }
  return { isList, start, end }
}

function lengthAt(bytes: Uint8Array, from: number, to: number): number {
  if (bytes[from] === 0) throw new RangeError('invalid RLP: extra zeros')
  let length = 0
  for (let at = from; at < to; at++) length = length * 256 + (bytes[at] ?? 0)
  if (length < 56) throw new RangeError('invalid RLP: a short item has a long prefix')
  return length
}
