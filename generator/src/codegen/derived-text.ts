import { jsonText } from '../json/text.ts'
import { hashOf } from '../json/hash.ts'
import type { DerivedOutput } from './target.ts'

/** Returns a key of the JSON data that a derived file is generated from. */
export function keyOf(parts: unknown): string {
  return hashOf(jsonText(parts) ?? '')
}

/** A derived file whose text is cheaper than a key. */
export function derivedText(path: string, text: string): DerivedOutput {
  return { kind: 'derived', path, key: hashOf(text), text: () => text }
}
