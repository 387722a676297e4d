import type { ID, ShortID } from './field.ts'
import { cb58, fromCb58 } from './text.ts'

/** The 32 zero bytes: the Primary Network, the P-Chain, and any ID that is not set. */
export const ZERO_ID: ID = '00'.repeat(32)

/** The zero ID as text. */
export const PRIMARY_NETWORK_ID: string = idText(ZERO_ID)

/** Text form of a 32-byte or 20-byte identifier. */
export function idText(id: string): string {
  return cb58(Buffer.from(id, 'hex'))
}

/** The 32 bytes that a text names; undefined where it is no ID. */
export function parseID(text: string): ID | undefined {
  return parseHex(text, 32)
}

/** The 20 bytes that a text names; undefined where it is no short ID. */
export function parseShortID(text: string): ShortID | undefined {
  return parseHex(text, 20)
}

/** Longest text of an ID, with room for the prefix of another kind. */
const LONGEST = 64

function parseHex(text: string, length: number): string | undefined {
  // Decoding takes time that grows with the square of the length.
  if (text.length > LONGEST) return undefined
  try {
    const bytes = fromCb58(text)
    return bytes.length === length ? Buffer.from(bytes).toString('hex') : undefined
  } catch {
    // Whatever is wrong with it, the text is no ID.
    return undefined
  }
}

/** The 32 bytes of a name: its ASCII, padded with zeros. */
export function namedID(name: string): ID {
  return Buffer.from(name, 'ascii').toString('hex').padEnd(64, '0')
}

/** ID of a virtual machine or feature extension as text. */
export function nameID(name: string): string {
  return idText(namedID(name))
}

/** `NodeID-` and the cb58 of 20 bytes. */
export type NodeID = `NodeID-${string}`

/** Text form of a node ID. */
export function nodeID(bytes: Uint8Array): NodeID {
  return `NodeID-${cb58(bytes)}`
}
