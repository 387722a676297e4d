export type Hex = `0x${string}`

export function hexOf(bytes: Uint8Array): Hex {
  return `0x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`
}

/** The default sender of a call, and the address that revokes a delegation. */
export const ZERO_ADDRESS: Hex = `0x${'00'.repeat(20)}`

/** Parses hex with an even number of digits and an optional prefix. */
export function bytesOf(hex: string): Uint8Array {
  return new Uint8Array(Buffer.from(hex.startsWith('0x') ? hex.slice(2) : hex, 'hex'))
}

/** Converts a number to its shortest big-endian bytes, as in RLP. Zero has no bytes. */
export function quantityBytes(value: bigint): Uint8Array {
  if (value === 0n) return new Uint8Array(0)
  const digits = value.toString(16)
  return bytesOf(digits.length % 2 === 0 ? digits : `0${digits}`)
}

export function quantityOf(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(hexOf(bytes))
}

/** Formats a number as 32 bytes in hex. */
export function wordOf(value: bigint): Hex {
  return `0x${value.toString(16).padStart(64, '0')}`
}

/**
 * Parses hex with any number of digits as 32 bytes. Returns undefined if the string is longer or
 * not hex.
 */
export function wordBytes(hex: string): Uint8Array | undefined {
  const digits = hex.replace(/^0x/i, '')
  return digits.length > 64 || !/^[\da-f]*$/i.test(digits)
    ? undefined
    : bytesOf(digits.padStart(64, '0'))
}

/** Returns the address in an item of the EVM stack: its last 20 bytes. */
export function addressOf(item: bigint): Hex {
  return `0x${item.toString(16).padStart(40, '0').slice(-40)}`
}
