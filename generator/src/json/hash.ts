import { createHash } from 'node:crypto'

/**
 * Returns 128 bits of the content's SHA-256 hash in hexadecimal, enough to make accidental
 * collisions impossible in practice.
 */
export function hashOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 32)
}

/** Hashes a text independently of its line endings, because git may check out a file with CRLF. */
export function hashOfLines(content: string | Uint8Array): string {
  return hashOf(
    typeof content === 'string' ? withoutReturns(content) : bytesWithoutReturns(content),
  )
}

export function withoutReturns(text: string): string {
  return text.includes('\r') ? text.replaceAll('\r\n', '\n') : text
}

/** Converts the line endings of `text` to CRLF if `other` contains CRLF. */
export function withLineEndsOf(other: string, text: string): string {
  return other.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text
}

function bytesWithoutReturns(bytes: Uint8Array): Uint8Array {
  if (!bytes.includes(carriageReturn)) return bytes
  return bytes.filter((byte, index) => byte !== carriageReturn || bytes[index + 1] !== lineFeed)
}

const [lineFeed, carriageReturn] = [0x0a, 0x0d]
