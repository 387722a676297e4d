import { encode } from '../shape/encode.ts'
import { stringify } from '../shape/stringify.ts'
import { longText } from './long-result.ts'
import type { Entry } from './registry.ts'

/** Serializes the result of a handler. Results of the fallback handler are already encoded. */
export function resultText({ method, owner }: Entry, value: unknown): string {
  if (value === undefined) return method.returns === 'empty' ? '{}' : 'null'
  return stringify(owner ? encode(method.result, value) : value)
}

/** Like {@link resultText}, for a long result. Other requests get their turn in between. */
export async function longResultText(entry: Entry, value: unknown): Promise<string> {
  const { method, owner } = entry
  try {
    return await longText(owner && method.result, value)
  } catch {
    // Throws again, with the whole path of the invalid part.
    return resultText(entry, value)
  }
}
