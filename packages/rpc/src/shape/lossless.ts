import type { JsonCodec } from '../descriptor.ts'
import { stringify } from './stringify.ts'

/** Matches integers that a double may not represent, also with a fraction of zero, and the tokens that delimit strings. */
const tokens = /\\.|"|(?<![-+.\w])-?[1-9]\d{15,}(?:\.0+)?(?![-+.\w]|\s*:)/gs

/**
 * Like `JSON.parse`, but integers that a double cannot represent become bigints. `9007199254740993.0` is such an
 * integer. Numbers with an exponent or another fraction are read as doubles, which is how they were written.
 */
export function parseLossless(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text)
  // The mark is random, so that no string in the JSON text starts with it.
  const mark = `${Math.random()}:`
  let inString = false
  const marked = text.replace(tokens, (token) => {
    if (token === '"') inString = !inString
    const isOther = inString || token === '"' || Number.isSafeInteger(+token)
    return isOther ? token : `"${mark}${token.replace(/\..*/, '')}"`
  })
  if (marked === text) return JSON.parse(text)
  return JSON.parse(marked, (_key, value: unknown) =>
    typeof value === 'string' && value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value,
  )
}

/** JSON with lossless integers. */
export const losslessJson: JsonCodec = { parse: parseLossless, stringify }
