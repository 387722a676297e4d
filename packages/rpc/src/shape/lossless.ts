import type { JsonCodec } from '../descriptor.ts'
import { stringify } from './stringify.ts'

/**
 * Like `JSON.parse`, but an integer that a double cannot hold comes back as its decimal text, which
 * every integer codec reads. Such integers are quoted before parsing; all other text is untouched.
 * A string with millions of escapes is more than it takes, and ends in a `RangeError`.
 */
export function parseLossless(text: string): unknown {
  return JSON.parse(
    text.replace(
      // Strings match as wholes, the last even if it never ends. A number before a colon is left to fail.
      /"[^"\\]*(?:\\.[^"\\]*)*"?|(?<![-+.\de])-?[1-9]\d{15,}(?![-+.\de]|\s*:)/gis,
      (token) => (token[0] === '"' || Number.isSafeInteger(+token) ? token : `"${token}"`),
    ),
  )
}

/** JSON in which no integer loses a digit. */
export const losslessJson: JsonCodec = { parse: parseLossless, stringify }
