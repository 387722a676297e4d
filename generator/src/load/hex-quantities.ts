import type { Json, JsonObject } from '../model/types.ts'
import { isArray, isObject } from './pointer.ts'

/** Type of hexadecimal integers in generated code. */
export type HexQuantities = 'bigint' | 'hex' | 'string'

/**
 * Formats of the model for them: `bigint`, and `0x${string}`, which no validator checks (`hex` means whole
 * bytes).
 */
const formats = { bigint: 'hex-quantity', hex: 'quantity' } as const

/** Members with values, in which nothing is a schema. */
const values = new Set(['const', 'default', 'enum', 'example', 'examples'])
/** Members whose own members are schemas. */
const schemaMaps = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'schemas'])

/**
 * Adds a `format` to string schemas with the pattern of Ethereum quantities, `0x0` or digits without leading
 * zeros, so that they become `bigint` or `0x${string}`. An existing format is kept.
 */
export function withHexQuantities(root: Json, wanted: HexQuantities): Json {
  if (wanted === 'string') return root
  const format = formats[wanted]
  return visit(root, false)

  function visit(json: Json, isMap: boolean): Json {
    if (isArray(json)) {
      const items = json.map((item) => visit(item, false))
      return items.every((item, index) => item === json[index]) ? json : items
    }
    if (!isObject(json)) return json
    const members = Object.entries(json).map(([key, value]): readonly [string, Json] => [
      key,
      !isMap && values.has(key) ? value : visit(value, !isMap && schemaMaps.has(key)),
    ])
    const isSame = members.every(([key, value]) => value === json[key])
    const visited = isSame ? json : Object.fromEntries(members)
    return !isMap && isQuantity(json) ? { ...visited, format } : visited
  }
}

const accepted = ['0x0', '0x1', '0xa', '0x10', '0xff']
const refused = ['', '0', '1', '0x', '0x00', '0x01', '0xg', '-0x1', '0x1 ', 'latest']

function isQuantity({ type, pattern, format }: JsonObject): boolean {
  if (type !== 'string' || format !== undefined || typeof pattern !== 'string') return false
  const known = quantities.get(pattern)
  if (known !== undefined) return known
  const verdict = pattern.startsWith('^') && matches(pattern)
  quantities.set(pattern, verdict)
  return verdict
}

/** Cached: patterns repeat, and so do runs. */
const quantities = new Map<string, boolean>()

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
