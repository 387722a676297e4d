import type { Leaf } from '../page/leaf.ts'

/** What is coloured in code, about. */
const coloured =
  /"(?:[^"\\]|\\.)*"|'[^']*'|\b\d|\b(?:true|false|null|import|from|const|await)\b|\w(?=\()/g

/** About how many bytes of HTML code takes. */
export function sizeOfCode(text: string): number {
  const marks = 7 * (text.match(coloured)?.length ?? 0) + 4 * (text.match(/[&<>]/g)?.length ?? 0)
  return Buffer.byteLength(text) + marks + 150
}

/** Code as far as there is room for it, in whole lines where it has any; the documents of the site have the rest. */
export function cutBlock<Part extends Leaf | undefined>(part: Part, room: number): Part {
  if (part?.leaf !== 'block' || sizeOfCode(part.text) <= room) return part
  const share = room / sizeOfCode(part.text)
  const text = part.text.slice(0, Math.floor(share * part.text.length))
  const end = text.lastIndexOf('\n')
  const shown = end > text.length / 2 ? text.slice(0, end) : text
  const left = part.text.length - shown.length
  return { ...part, text: `${shown}\n… (${left} more characters)` }
}
