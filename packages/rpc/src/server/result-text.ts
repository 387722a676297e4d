import { encode } from '../shape/encode.ts'
import { stringify } from '../shape/stringify.ts'
import type { Entry } from './registry.ts'

/** Serializes the result of a handler. Results of the fallback handler are already encoded. */
export function resultText({ method, owner }: Entry, value: unknown): string {
  if (value === undefined) return method.returns === 'empty' ? '{}' : 'null'
  return stringify(owner ? encode(method.result, value) : value)
}
