import { type Doc, hardline, join } from './doc.ts'
import type { Lead } from './syntax.ts'
import { type Comment, leave } from './tokens.ts'

export function leadDoc({ comments, isBelowGap }: Lead): Doc {
  const docs = comments.map((comment, index) => [
    index > 0 && comment.isApart ? hardline : '',
    commentDoc(comment),
    comment.endsLine ? hardline : ' ',
  ])
  return [docs, isBelowGap ? hardline : '']
}

/** Prints a comment with its asterisks aligned. */
export function commentDoc({ text }: Comment): Doc {
  if (!text.startsWith('/*')) return text.trimEnd()
  const [first = '', ...lines] = text.split('\n')
  if (!lines.every((each) => each.trimStart().startsWith('*'))) leave('comment')
  if (lines.length === 0) return first
  return join(hardline, [first.trimEnd(), ...lines.map((each) => ` ${each.trim()}`)])
}
