import { ts } from 'ts-morph'
import { hashOf } from '../json/hash.ts'

export interface DocComment {
  readonly start: number
  readonly end: number
  readonly hash: string
}

/** Returns the last doc comment before a node. */
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

/** Returns the start of a node including the comments directly above it. */
export function attachedStart(text: string, node: ts.Node): number {
  let start = node.getStart()
  for (const { pos, end } of commentsBefore(text, node).toReversed()) {
    // A comment above a blank line is not attached to the node.
    if ((text.slice(end, start).match(/\n/g)?.length ?? 0) > 1) break
    start = pos
  }
  return start
}

/** Returns the hash of a doc comment's text. Indentation, line endings and trailing spaces do not matter. */
export function hashOfDoc(doc: string): string {
  const lines = doc.split(/\r\n|\r|\n/).map((line) => line.trimEnd())
  return hashOf(lines.join('\n').trim())
}

function contentOf(comment: string): string {
  const inner = comment.slice(3, -2)
  return inner
    .split(/\r\n|\r|\n/)
    .map((line, index) => (index === 0 ? line.trimStart() : line.replace(/^\s*\* ?/, '')))
    .join('\n')
}

export function docLines(doc: string): readonly string[] {
  if (doc === '') return []
  const lines = doc.split('\n')
  if (lines.length === 1) return [`/** ${doc} */`]
  return ['/**', ...lines.map((line) => (line === '' ? ' *' : ` * ${line}`)), ' */']
}

/** Start of a marker. Scaffold removes no comments except markers. */
const markerStart = '// rpcloom: '

/** Returns a marker: a comment above a class, method or namespace that is no longer in a document. */
export function marker(text: string): string {
  return markerStart + text
}

/** Returns the marker above a node, from its slashes to the end of the line. */
export function markerAbove(
  text: string,
  node: ts.Node,
): { readonly start: number; readonly end: number } | undefined {
  const found = commentsBefore(text, node).find(({ pos }) => text.startsWith(markerStart, pos))
  return found && { start: found.pos, end: found.end }
}
