import { parseLossless, stringify } from '@rpcloom/rpc/internal'
import type { Json } from '../model/types.ts'

/** JSON text of values of documents: an integer that a double cannot hold keeps its digits. */
export { stringify as jsonText }

/** The value of a JSON text, in which an integer that a double cannot hold is a bigint. */
export function readJson(text: string): Json {
  return parseLossless(text) as Json
}
