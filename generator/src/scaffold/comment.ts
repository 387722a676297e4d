import { ts } from 'ts-morph'
import { hashOf } from '../emit/hash.ts'

/** A doc comment as it stands in a source. */
export interface DocComment {
  readonly start: number
  readonly end: number
  /** Hash of what it says. */
  readonly hash: string
}

/** The doc comment of a node: the last block of its kind before it. */
export function docCommentOf(text: string, node: ts.Node): DocComment | undefined {
  const found = commentsBefore(text, node).findLast(({ pos, end }) => {
    return text.startsWith('/**', pos) && end - pos > 4
  })
  if (found === undefined) return undefined
  const { pos, end } = found
  return { start: pos, end, hash: hashOfDoc(contentOf(text.slice(pos, end))) }
}

function commentsBefore(text: string, node: ts.Node): readonly ts.CommentRange[] {
  return ts.getLeadingCommentRanges(text, node.pos) ?? []
}

/** Where a node begins together with the comments that stand right above it. */
export function attachedStart(text: string, node: ts.Node): number {
  let start = node.getStart()
  for (const { pos, end } of commentsBefore(text, node).toReversed()) {
    // A blank line sets a comment apart.
    if ((text.slice(end, start).match(/\n/g)?.length ?? 0) > 1) break
    start = pos
  }
  return start
}

/** Hash of a doc comment's text, whatever its indent, newlines and trailing space. */
export function hashOfDoc(doc: string): string {
  const lines = doc.split(/\r\n|\r|\n/).map((line) => line.trimEnd())
  return hashOf(lines.join('\n').trim())
}

/** The text of a block comment without its frame. */
function contentOf(comment: string): string {
  const inner = comment.slice(3, -2)
  return inner
    .split(/\r\n|\r|\n/)
    .map((line, index) => (index === 0 ? line.trimStart() : line.replace(/^\s*\* ?/, '')))
    .join('\n')
}

/** Lines of a doc comment that says this; none where it says nothing. */
export function docLines(doc: string): readonly string[] {
  if (doc === '') return []
  const lines = doc.split('\n')
  if (lines.length === 1) return [`/** ${doc} */`]
  return ['/**', ...lines.map((line) => (line === '' ? ' *' : ` * ${line}`)), ' */']
}

/** What a marker begins with: the one kind of comment that scaffold takes away again. */
const markerStart = '// rpcloom: '

/** The comment above what is in no document any more. */
export function marker(text: string): string {
  return markerStart + text
}

/** The marker above a node, if there is one: from its slashes to the end of its line. */
export function markerAbove(
  text: string,
  node: ts.Node,
): { readonly start: number; readonly end: number } | undefined {
  const found = commentsBefore(text, node).find(({ pos }) => text.startsWith(markerStart, pos))
  return found && { start: found.pos, end: found.end }
}
