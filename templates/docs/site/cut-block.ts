import type { Leaf } from '../page/leaf.ts'

/** Maximum number of characters in a code block. */
const longest = 8000

/** Truncates code that is too long, if possible at a line break. The documents of the site contain the rest. */
export function cutBlock<Part extends Leaf | undefined>(part: Part): Part {
  if (part?.leaf !== 'block' || part.text.length <= longest) return part
  const text = part.text.slice(0, longest)
  const end = text.lastIndexOf('\n')
  const shown = end > text.length / 2 ? text.slice(0, end) : text
  const left = part.text.length - shown.length
  return { ...part, text: `${shown}\n… (${left} more characters)` }
}
