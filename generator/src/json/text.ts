import { parseLossless, stringify } from '@rpcloom/rpc/internal'
import type { Json } from './types.ts'

/** Serializes JSON. Integers that a double cannot represent keep their digits. */
export { stringify as jsonText }

/** Parses JSON. Integers that a double cannot represent become bigints. */
export function readJson(text: string): Json {
  return parseLossless(text) as Json
}
