import { createHash } from 'node:crypto'

/** A content hash: 128 bits of SHA-256 in hexadecimal, long enough to rule out collisions by chance. */
export function hashOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 32)
}

/**
 * Returns the hash of a text. It does not depend on line endings, since git may check a file out with CRLF.
 */
export function hashOfLines(content: string | Uint8Array): string {
  return hashOf(
    typeof content === 'string' ? withoutReturns(content) : bytesWithoutReturns(content),
  )
}

export function withoutReturns(text: string): string {
  return text.includes('\r') ? text.replaceAll('\r\n', '\n') : text
}

/** Converts LF to CRLF if the other text has CRLF. */
export function withLineEndsOf(other: string, text: string): string {
  return other.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text
}

function bytesWithoutReturns(bytes: Uint8Array): Uint8Array {
  if (!bytes.includes(carriageReturn)) return bytes
  return bytes.filter((byte, index) => byte !== carriageReturn || bytes[index + 1] !== lineFeed)
}

const [lineFeed, carriageReturn] = [0x0a, 0x0d]
