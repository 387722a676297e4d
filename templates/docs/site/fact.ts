import { type Leaf, note } from '../page/leaf.ts'

/** A term and what is said of it. */
export interface Fact {
  readonly term: string
  readonly about: Leaf
}

/** A fact in markdown. */
export function fact(term: string, text: string): Fact {
  return { term, about: note(text) }
}
