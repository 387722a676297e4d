import type { ID, NodeIDBytes, ShortID } from './field.ts'
import { memoized } from './memoized.ts'
import { cb58, fromCb58 } from './text.ts'

/**
 * The all-zero ID: the ID of the Primary Network and of the P-Chain, and the value of an unset ID.
 */
export const ZERO_ID: ID = hexID('00'.repeat(32))

export const PRIMARY_NETWORK_ID: string = idText(ZERO_ID)

/** Parses 64 lower-case hex digits as an ID. Throws a RangeError for other strings. */
export function hexID(hex: string): ID {
  return checkedHexOf<ID>(hex, 32)
}

/** Parses 40 lower-case hex digits as a short ID. Throws a RangeError for other strings. */
export function hexShortID(hex: string): ShortID {
  return checkedHexOf<ShortID>(hex, 20)
}

/** Parses 40 lower-case hex digits as a node ID. Throws a RangeError for other strings. */
export function hexNodeID(hex: string): NodeIDBytes {
  return checkedHexOf<NodeIDBytes>(hex, 20)
}

/** Converts 32 bytes to an ID. Throws a RangeError for another length. */
export function idOf(bytes: Uint8Array): ID {
  return hexOf<ID>(bytes, 32)
}

/** Converts 20 bytes to a short ID. Throws a RangeError for another length. */
export function shortIDOf(bytes: Uint8Array): ShortID {
  return hexOf<ShortID>(bytes, 20)
}

/** Returns the cb58 form of an ID of 32 or 20 bytes. */
export function idText(id: ID | ShortID): string {
  return cb58(Buffer.from(id, 'hex'))
}

export function parseID(text: string): ID | undefined {
  return parseHex<ID>(text, 32)
}

export function parseShortID(text: string): ShortID | undefined {
  return parseHex<ShortID>(text, 20)
}

/** Maximum length of a string that is decoded as an ID. */
const LONGEST = 64

function parseHex<T extends string>(text: string, length: number): T | undefined {
  // Reject long strings first, because decoding takes quadratic time.
  if (text.length > LONGEST) return undefined
  try {
    const bytes = fromCb58(text)
    // Safe cast: the length was checked.
    return bytes.length === length ? (Buffer.from(bytes).toString('hex') as T) : undefined
  } catch {
    // Ignore the error: any decoding error means that the string is not a valid ID.
    return undefined
  }
}

function hexOf<T extends string>(bytes: Uint8Array, length: number): T {
  if (bytes.length !== length) throw new RangeError(`expected ${length} bytes, got ${bytes.length}`)
  const { buffer, byteOffset } = bytes
  // Safe cast: the length was checked.
  return Buffer.from(buffer, byteOffset, length).toString('hex') as T
}

function checkedHexOf<T extends string>(hex: string, length: number): T {
  if (hex.length !== 2 * length || !/^[0-9a-f]*$/.test(hex))
    throw new RangeError(`'${hex}' is not ${length} bytes in hex`)
  // Safe cast: the format was checked.
  return hex as T
}

/** Returns the ID of a name: its ASCII bytes, padded with zeros to 32 bytes. */
export function namedID(name: string): ID {
  return hexID(Buffer.from(name, 'ascii').toString('hex').padEnd(64, '0'))
}

/** Returns the string form of the ID of a virtual machine or feature extension, by name. */
export function nameID(name: string): string {
  return idText(namedID(name))
}

/** The string form of a node ID: `NodeID-` and the cb58 of 20 bytes. */
export type NodeID = `NodeID-${string}`

export const nodeIDText: (id: NodeIDBytes) => NodeID = memoized(
  (id) => `NodeID-${cb58(Buffer.from(id, 'hex'))}` as const,
)

export function parseNodeID(text: string): NodeIDBytes | undefined {
  return text.startsWith(NODE_ID)
    ? parseHex<NodeIDBytes>(text.slice(NODE_ID.length), 20)
    : undefined
}

/** Returns the bytes of a node ID. Throws a RangeError for other strings. */
export function nodeIDOf(text: string): NodeIDBytes {
  const id = parseNodeID(text)
  if (id === undefined) throw new RangeError(`'${text}' is not a node ID`)
  return id
}

const NODE_ID = 'NodeID-'
