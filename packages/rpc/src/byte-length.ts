// Programs for other platforms have no types of Node, which counts short texts faster.
const { Buffer } = globalThis as { readonly Buffer?: { byteLength(text: string): number } }

/** Returns the number of bytes of a string in UTF-8. */
export function byteLength(text: string): number {
  return Buffer ? Buffer.byteLength(text) : new TextEncoder().encode(text).length
}

/**
 * Whether a string takes more than `bytes` bytes in UTF-8. A character takes at most three bytes, so most
 * strings need not be encoded.
 */
export function isLonger(text: string, bytes: number): boolean {
  return text.length * 3 > bytes && (text.length > bytes || byteLength(text) > bytes)
}
