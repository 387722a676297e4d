import { parseLossless } from '@rpcloom/rpc/internal'
import { stringify } from '@rpcloom/schema/internal'
import type { Json } from './types.ts'

/** Serializes JSON. Integers that a double cannot represent keep their digits. */
export { stringify as jsonText }

/** Parses JSON. Integers that a double cannot represent become bigints. */
export function readJson(text: string): Json {
  return parseLossless(text) as Json
}
