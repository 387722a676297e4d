import type { Position } from './types.ts'

/** What bytes say as text, or why they say nothing. */
export type Decoded =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'encoding'
      readonly message: string
      /** Where the text ends; absent where there is none. */
      readonly at?: Position
    }

/**
 * Decodes UTF-8, and UTF-16 as some editors and shells write it, by the byte order mark or, without one,
 * by the zero next to the first character, which is ASCII in JSON and in YAML (YAML 1.2.2, section 5.2).
 */
export function decodeText(bytes: Uint8Array): Decoded {
  const encoding = encodingOf(bytes)
  if (encoding === 'utf-32') {
    return { kind: 'encoding', message: 'The file is UTF-32; UTF-8 and UTF-16 are read.' }
  }
  try {
    return { kind: 'text', text: new TextDecoder(encoding, { fatal: true }).decode(bytes) }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return encoding === 'utf-8' ? faultOf(bytes) : { kind: 'encoding', message: halfMessage }
  }
}

const halfMessage = 'The file looks like UTF-16, and holds half a character.'

function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | 'utf-32' {
  const [a, b, c, d] = bytes
  const isWide = c === 0 && d === 0
  if (a === 0 && b === 0) return 'utf-32'
  if ((a === 0xff && b === 0xfe) || (a !== 0 && b === 0)) return isWide ? 'utf-32' : 'utf-16le'
  if ((a === 0xfe && b === 0xff) || (a === 0 && b !== undefined)) return 'utf-16be'
  return 'utf-8'
}

/** Where bytes stop to be UTF-8: what stands before is text, and has a last line. */
function faultOf(bytes: Uint8Array): Decoded {
  const at = firstFault(bytes)
  const before = new TextDecoder().decode(bytes.subarray(0, at))
  const hex = (bytes[at] ?? 0).toString(16).padStart(2, '0')
  const lines = before.split('\n')
  return {
    kind: 'encoding',
    message: `The file is not UTF-8 text: the byte 0x${hex} begins no character here.`,
    at: { line: lines.length, column: (lines.at(-1) ?? '').length + 1 },
  }
}

/** How many bytes are UTF-8, of bytes that are not to their end. */
function firstFault(bytes: Uint8Array): number {
  let low = 0
  let high = bytes.length
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (decodes(bytes.subarray(0, middle), 'begun')) low = middle
    else high = middle - 1
  }
  if (decodes(bytes.subarray(0, low), 'whole')) return low
  // Back over the bytes of a character that was begun: its first is the only one from 0xc0 on.
  const begun = bytes.subarray(0, low).findLastIndex((byte) => byte >= 0xc0)
  return begun === -1 ? low : begun
}

/** Whether bytes are UTF-8: as a whole, or as far as they go. */
function decodes(bytes: Uint8Array, extent: 'whole' | 'begun'): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: extent === 'begun' })
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}
