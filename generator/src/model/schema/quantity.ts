import type { JsonObject } from '../../json/types.ts'

/** Type of hexadecimal integers in generated code. */
export type HexQuantities = 'bigint' | 'hex' | 'string'

/** Formats of the model for them: `bigint`, and `0x${string}` (`hex` means whole bytes). */
const formats = { bigint: 'hex-quantity', hex: 'quantity' } as const

/**
 * Returns a schema as its type is read: a string with the pattern of Ethereum quantities, `0x0` or digits without
 * leading zeros, has their format unless it has another one. The document does not change.
 */
export function withQuantityFormat(json: JsonObject, wanted: HexQuantities): JsonObject {
  return wanted !== 'string' && isQuantity(json) ? { ...json, format: formats[wanted] } : json
}

const accepted = ['0x0', '0x1', '0xa', '0x10', '0xff']
const refused = ['', '0', '1', '0x', '0x00', '0x01', '0xg', '-0x1', '0x1 ', 'latest']

function isQuantity({ type, pattern, format }: JsonObject): boolean {
  if (type !== 'string' || format !== undefined || typeof pattern !== 'string') return false
  return pattern.startsWith('^') && matches(pattern)
}

/** Whether a pattern matches quantities only. The test strings are too short to take long. */
function matches(pattern: string): boolean {
  let expression: RegExp
  try {
    expression = new RegExp(pattern, 'u')
  } catch {
    // An invalid pattern is reported elsewhere.
    return false
  }
  return (
    accepted.every((text) => expression.test(text)) &&
    !refused.some((text) => expression.test(text))
  )
}
