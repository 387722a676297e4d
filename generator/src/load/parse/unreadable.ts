import type { Problem } from './problem.ts'

/**
 * Returns a single problem instead of many syntax errors, if a file is empty, contains a merge
 * conflict or has an unsupported format.
 */
export function unreadableText(text: string): Omit<Problem, 'code'> | undefined {
  if (text.trim() === '') {
    return { offset: 0, message: 'The file is empty.', help: 'Write a document to the file.' }
  }
  const conflict = conflictOffset(text)
  if (conflict >= 0) {
    const help = 'Resolve the conflict and remove the lines with <<<<<<<, ======= and >>>>>>>.'
    return { offset: conflict, message: 'The file contains an unresolved merge conflict.', help }
  }
  if (text.startsWith('version https://git-lfs.github.com/')) {
    const message = 'This is a Git LFS pointer, not the file.'
    return { offset: 0, message, help: 'Fetch the file with `git lfs pull`.' }
  }
  if (/^\s*<(!doctype|html|\?xml|[a-z]+[\s>])/i.test(text)) {
    const message = 'This is HTML or XML, not a document.'
    return { offset: text.search(/\S/), message, help: 'Check where the file was downloaded from.' }
  }
  return undefined
}

/**
 * Returns the offset of a merge conflict. The three markers are searched for in turn, because a
 * single pattern would be slow for a text with millions of markers.
 */
function conflictOffset(text: string): number {
  const from = text.search(/^<{7} /m)
  const middle = from < 0 ? from : text.slice(from).search(/^={7}$/m)
  const to = middle < 0 ? middle : text.slice(from + middle).search(/^>{7} /m)
  return to < 0 ? to : from
}
