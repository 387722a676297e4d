import { type Leaf, note } from '../page/leaf.ts'

export interface Term {
  readonly term: string
  readonly about: Leaf
}

export function term(name: string, text: string): Term {
  return { term: name, about: note(text) }
}
