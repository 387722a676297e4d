import type { JsonCodec } from '../descriptor.ts'
import { stringify } from './stringify.ts'

/** Matches integers that a double may not represent, quotes, and escape sequences of strings. */
const tokens = /\\.|"|(?<![-+.\w])-?[1-9]\d{15,999}(?:\.0+)?(?![-+.\w]|\s*:)/gs

/**
 * Like `JSON.parse`, but integers that a double cannot represent become bigints. This includes integers with
 * a fraction of zeros, such as `9007199254740993.0`. Numbers with an exponent or another fraction are read as
 * doubles.
 */
export function parseLossless(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text)
  // The mark is random, so that no string in the message starts with it.
  const mark = `${Math.random()}:`
  let inString = false
  const marked = text.replace(tokens, (token) => {
    if (token === '"') inString = !inString
    const isOther = inString || token === '"' || Number.isSafeInteger(+token)
    return isOther ? token : `"${mark}${token.replace(/\..*/, '')}"`
  })
  return JSON.parse(marked, (_key, value: unknown) =>
    typeof value === 'string' && value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value,
  )
}

/** JSON with lossless integers. */
export const losslessJson: JsonCodec = { parse: parseLossless, stringify }
