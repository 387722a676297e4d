import { encode } from '../shape/encode.ts'
import { stringify } from '../shape/stringify.ts'
import type { Entry } from './registry.ts'

/** JSON text of what a handler returned. Results of the fallback handler are encoded already. */
export function resultText({ method, owner }: Entry, value: unknown): string {
  if (value === undefined) return method.returns === 'empty' ? '{}' : 'null'
  return stringify(owner ? encode(method.result, value) : value)
}
