import type { JsonCodec } from '../descriptor.ts'
import { stringify } from './stringify.ts'

/**
 * Like `JSON.parse`, but an integer that a double cannot hold becomes a bigint. A string with millions of
 * escapes ends in a `RangeError`.
 */
export function parseLossless(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text)
  // Random, so that no string of the message begins with it.
  const mark = `${Math.random()}:`
  let isMarked = false
  const marked = text.replace(
    // Strings match as wholes, the last even if it never ends. A number before a colon is left to fail.
    /"[^"\\]*(?:\\.[^"\\]*)*"?|(?<![-+.\de])-?[1-9]\d{15,}(?![-+.\de]|\s*:)/gis,
    (token) => {
      if (token[0] === '"' || Number.isSafeInteger(+token)) return token
      isMarked = true
      return `"${mark}${token}"`
    },
  )
  return JSON.parse(
    marked,
    isMarked
      ? (_key, value: unknown) =>
          typeof value === 'string' && value.startsWith(mark)
            ? BigInt(value.slice(mark.length))
            : value
      : undefined,
  )
}

/** JSON in which no integer loses a digit. */
export const losslessJson: JsonCodec = { parse: parseLossless, stringify }
