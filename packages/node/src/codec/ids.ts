import { cb58 } from './text.ts'

/** The 32 zero bytes: the Primary Network, the P-Chain, and any ID that is not set. */
export const PRIMARY_NETWORK_ID: string = cb58(new Uint8Array(32))

/** ID of a virtual machine or feature extension: its name in ASCII, padded with zeros to 32 bytes. */
export function nameID(name: string): string {
  const bytes = new Uint8Array(32)
  bytes.set(Buffer.from(name, 'ascii'))
  return cb58(bytes)
}

/** `NodeID-` and the cb58 of 20 bytes. */
export type NodeID = `NodeID-${string}`

/** Text form of a node ID. */
export function nodeID(bytes: Uint8Array): NodeID {
  return `NodeID-${cb58(bytes)}`
}
