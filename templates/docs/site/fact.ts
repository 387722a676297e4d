import { type Leaf, note } from '../page/leaf.ts'

export interface Fact {
  readonly term: string
  readonly about: Leaf
}

export function fact(term: string, text: string): Fact {
  return { term, about: note(text) }
}
