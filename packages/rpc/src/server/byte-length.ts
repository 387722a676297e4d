import { byteLength } from '../channel/framing.ts'

/**
 * Whether a string takes more than `bytes` bytes in UTF-8. A character takes at most three bytes, so most
 * strings need not be encoded.
 */
export function isLonger(text: string, bytes: number): boolean {
  return text.length * 3 > bytes && (text.length > bytes || byteLength(text) > bytes)
}
