import type { Leaf } from '../page/leaf.ts'

/** Characters of code that a page shows in one piece. */
const longest = 8000

/** The beginning of code, in whole lines where it has any; the documents of the site have the rest. */
export function cutBlock<Part extends Leaf | undefined>(part: Part): Part {
  if (part?.leaf !== 'block' || part.text.length <= longest) return part
  const text = part.text.slice(0, longest)
  const end = text.lastIndexOf('\n')
  const shown = end > text.length / 2 ? text.slice(0, end) : text
  const left = part.text.length - shown.length
  return { ...part, text: `${shown}\n… (${left} more characters)` }
}
