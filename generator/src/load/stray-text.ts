/** Text that another program left, and no author wrote. */
export interface Stray {
  readonly offset: number
  readonly message: string
  readonly help: string
}

/** What explains all faults of a file at once: nothing in it, a conflict, another file in its place. */
export function strayText(text: string): Stray | undefined {
  if (text.trim() === '') {
    return { offset: 0, message: 'The file is empty.', help: 'Write a document into it.' }
  }
  const conflict = conflictOffset(text)
  if (conflict >= 0) {
    const help = 'Keep one side, and remove the lines with <<<<<<<, ======= and >>>>>>>.'
    return { offset: conflict, message: 'Two versions were merged here and left.', help }
  }
  if (text.startsWith('version https://git-lfs.github.com/')) {
    const message = 'This is what Git LFS keeps in the place of the file.'
    return { offset: 0, message, help: 'Fetch the file itself: git lfs pull.' }
  }
  if (/^\s*<(!doctype|html|\?xml|[a-z]+[\s>])/i.test(text)) {
    const message = 'This is HTML or XML, and no document.'
    return { offset: text.search(/\S/), message, help: 'Look at where the file came from.' }
  }
  return undefined
}

/** Where two versions begin that a merge left, one mark after the other: a text may hold millions of them. */
function conflictOffset(text: string): number {
  const from = text.search(/^<{7} /m)
  const middle = from < 0 ? from : text.slice(from).search(/^={7}$/m)
  const to = middle < 0 ? middle : text.slice(from + middle).search(/^>{7} /m)
  return to < 0 ? to : from
}
