import { jsonText } from '../json/text.ts'
import { hashOf } from '../json/hash.ts'
import type { DerivedOutput } from './target.ts'

/** Returns a key that changes with the JSON data that a derived file is generated from. */
export function keyOf(parts: unknown): string {
  return hashOf(jsonText(parts) ?? '')
}

/** Returns a derived file that uses its text as the key, for text that is cheap to generate. */
export function derivedText(path: string, text: string): DerivedOutput {
  return { kind: 'derived', path, key: hashOf(text), text: () => text }
}
