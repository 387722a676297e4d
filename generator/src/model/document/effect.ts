import { readingWords } from '@rpcloom/rpc/internal'
import { own } from '../json.ts'
import { wordsOf } from '../names/identifiers.ts'
import type { Effect, JsonObject } from '../types.ts'

/**
 * The effect of a method: as `x-effect` says; else `admin` below a prefix `admin`, `read` where the
 * first word of its own name is one that reads, and `write` when in doubt, which nobody retries.
 */
export function effectOf(json: JsonObject, wire: string, member: string): Effect {
  const said = own(json, 'x-effect')
  if (said === 'read' || said === 'write' || said === 'admin') return said
  if (/^admin[._/]/i.test(wire)) return 'admin'
  const [word = ''] = wordsOf(member)
  const first = /^\p{Lu}*\P{Lu}*/u.exec(word)?.[0] ?? word
  return readingWords.has(first.toLowerCase()) ? 'read' : 'write'
}
