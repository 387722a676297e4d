import type { NestedUint8Array } from '@ethereumjs/rlp'

export type RlpItem = Uint8Array | NestedUint8Array

/** What {@link encodeRlp} encodes. */
export type RlpInput = Uint8Array | readonly RlpInput[]

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

/** Encodes RLP into one buffer. The library copies the content once per level. */
export function encodeRlp(item: RlpInput): Uint8Array {
  const bytes = new Uint8Array(sizeOf(item))
  writeItem(bytes, 0, item)
  return bytes
}

function sizeOf(item: RlpInput): number {
  if (item instanceof Uint8Array && item.length === 1 && (item[0] ?? 0) < 0x80) return 1
  const length = contentLength(item)
  return length < 56 ? 1 + length : 1 + lengthBytes(length) + length
}

function contentLength(item: RlpInput): number {
  if (item instanceof Uint8Array) return item.length
  let length = 0
  for (const inner of item) length += sizeOf(inner)
  return length
}

/** Returns how many bytes the length of a long item takes. */
function lengthBytes(length: number): number {
  return length < 0x1_00 ? 1 : length < 0x1_0000 ? 2 : length < 0x100_0000 ? 3 : 4
}

/** Writes an item at an offset. Returns the offset after it. */
function writeItem(bytes: Uint8Array, at: number, item: RlpInput): number {
  if (item instanceof Uint8Array) {
    const isOwnPrefix = item.length === 1 && (item[0] ?? 0) < 0x80
    const start = isOwnPrefix ? at : writePrefix(bytes, at, { first: 0x80, length: item.length })
    bytes.set(item, start)
    return start + item.length
  }
  let next = writePrefix(bytes, at, { first: 0xc0, length: contentLength(item) })
  for (const inner of item) next = writeItem(bytes, next, inner)
  return next
}

function writePrefix(
  bytes: Uint8Array,
  at: number,
  { first, length }: { readonly first: number; readonly length: number },
): number {
  if (length < 56) {
    bytes[at] = first + length
    return at + 1
  }
  const width = lengthBytes(length)
  bytes[at] = first + 55 + width
  for (let digit = 0; digit < width; digit++) bytes[at + width - digit] = length >>> (8 * digit)
  return at + 1 + width
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
  const width = short > 55 ? short - 55 : 0
  const start = at + 1 + width
  const length = width > 0 ? lengthAt(bytes, at + 1, start) : short
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
