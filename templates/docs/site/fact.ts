import { type Leaf, note } from '../page/leaf.ts'

/** A term with its description. */
export interface Fact {
  readonly term: string
  readonly about: Leaf
}

/** Returns a fact whose description is Markdown. */
export function fact(term: string, text: string): Fact {
  return { term, about: note(text) }
}
