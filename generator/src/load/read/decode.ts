import type { Position } from '../../openrpc/loaded.ts'

/** The decoded text, or the reason why the bytes cannot be decoded. */
export type Decoded =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'encoding'
      readonly message: string
      /** Position of the first invalid byte, only known for UTF-8. */
      readonly at?: Position
    }

/**
 * Decodes UTF-8 and UTF-16, which some editors and shells write. UTF-16 is detected by its byte
 * order mark, or by a zero byte in the first character, which is always ASCII in JSON and YAML
 * (YAML 1.2.2, section 5.2).
 */
export function decodeText(bytes: Uint8Array): Decoded {
  const encoding = encodingOf(bytes)
  if (encoding === 'utf-32') {
    return { kind: 'encoding', message: 'The file is UTF-32; only UTF-8 and UTF-16 are supported.' }
  }
  try {
    return { kind: 'text', text: new TextDecoder(encoding, { fatal: true }).decode(bytes) }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return encoding === 'utf-8' ? faultOf(bytes) : { kind: 'encoding', message: halfMessage }
  }
}

const halfMessage = 'The file looks like UTF-16 but contains an incomplete character.'

function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | 'utf-32' {
  const [a, b, c, d] = bytes
  const isWide = c === 0 && d === 0
  if (a === 0 && b === 0) return 'utf-32'
  if ((a === 0xff && b === 0xfe) || (a !== 0 && b === 0)) return isWide ? 'utf-32' : 'utf-16le'
  if ((a === 0xfe && b === 0xff) || (a === 0 && b !== undefined)) return 'utf-16be'
  return 'utf-8'
}

/** Returns a message about the first byte that is not valid UTF-8. */
function faultOf(bytes: Uint8Array): Decoded {
  const at = firstFault(bytes)
  const before = new TextDecoder().decode(bytes.subarray(0, at))
  const hex = (bytes[at] ?? 0).toString(16).padStart(2, '0')
  const lines = before.split('\n')
  return {
    kind: 'encoding',
    message: `The file is not UTF-8 text: unexpected byte 0x${hex}.`,
    at: { line: lines.length, column: (lines.at(-1) ?? '').length + 1 },
  }
}

/** Returns the number of leading bytes that are valid UTF-8. */
function firstFault(bytes: Uint8Array): number {
  let low = 0
  let high = bytes.length
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (decodes(bytes.subarray(0, middle), 'begun')) low = middle
    else high = middle - 1
  }
  if (decodes(bytes.subarray(0, low), 'whole')) return low
  // Step back to the lead byte of the incomplete character: in a UTF-8 sequence, only that byte is 0xc0 or
  // more.
  const begun = bytes.subarray(0, low).findLastIndex((byte) => byte >= 0xc0)
  return begun === -1 ? low : begun
}

/**
 * Whether bytes are valid UTF-8. With `begun`, the last character may be incomplete.
 */
function decodes(bytes: Uint8Array, extent: 'whole' | 'begun'): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: extent === 'begun' })
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}
