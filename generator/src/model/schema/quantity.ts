import type { JsonObject } from '../../json/types.ts'

/** Type of hexadecimal integers in the generated code. */
export type HexQuantities = 'bigint' | 'hex' | 'string'

/**
 * Formats in the model by option. `hex-quantity` becomes a `bigint` and `quantity` becomes
 * `0x${string}`. (The format `hex` is already used for whole bytes.)
 */
const formats = { bigint: 'hex-quantity', hex: 'quantity' } as const

/**
 * Adds a quantity format to a string schema without a format whose pattern matches Ethereum
 * quantities: `0x0`, or digits without leading zeros. The document does not change, only the type.
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

/**
 * Whether a pattern matches Ethereum quantities only. The test strings are so short that no pattern
 * takes long.
 */
function matches(pattern: string): boolean {
  let expression: RegExp
  try {
    expression = new RegExp(pattern, 'u')
  } catch {
    // Invalid patterns are reported elsewhere.
    return false
  }
  return (
    accepted.every((text) => expression.test(text)) &&
    !refused.some((text) => expression.test(text))
  )
}
