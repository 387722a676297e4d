import { jsonText } from '../json/text.ts'
import { hashOf } from './hash.ts'
import type { DerivedOutput } from './target.ts'

/** Key of what a derived file is made from: any data that is JSON. */
export function keyOf(parts: unknown): string {
  return hashOf(jsonText(parts) ?? '')
}

/** A derived file whose text costs less than a key for it would. */
export function derivedText(path: string, text: string): DerivedOutput {
  return { kind: 'derived', path, key: hashOf(text), text: () => text }
}
