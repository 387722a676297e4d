import { ts } from 'ts-morph'
import type { ClassPart } from './classes.ts'
import { attachedStart } from './comment.ts'
import { type Edit, indentAt, laid, lineStart } from './edit.ts'

/** Indentation of a class's members, and one level of indentation in the file. */
export interface Layout {
  readonly indent: string
  readonly unit: string
}

/** Detects the indentation of a class from its first member that starts a line. */
export function layoutOf({ source, node }: ClassPart): Layout {
  const { text } = source
  const outer = indentAt(text, node.getStart())
  const first = node.members.find((member) => {
    const start = attachedStart(text, member)
    return text.slice(lineStart(text, start), start).trim() === ''
  })
  const inner = first && indentAt(text, attachedStart(text, first))
  if (inner !== undefined && inner.length > outer.length && inner.startsWith(outer)) {
    return { indent: inner, unit: inner.slice(outer.length) }
  }
  const unit = /^\t/m.test(text) ? '\t' : '  '
  return { indent: inner ?? outer + unit, unit }
}

/** Where to insert a member: next to an existing member, or inside an empty class. */
export type Anchor =
  | { readonly kind: 'after' | 'before'; readonly node: ts.ClassElement }
  | { readonly kind: 'inside' }

/** Returns the edit that inserts members at an anchor, separated by blank lines. */
export function insertion(
  { source, node }: ClassPart,
  anchor: Anchor,
  {
    members,
    layout,
  }: { readonly members: readonly (readonly string[])[]; readonly layout: Layout },
): Edit {
  const { text, style } = source
  const { newline } = style
  const blank = newline + newline + layout.indent
  const body = members.map((lines) => laid(lines, layout.indent, newline).trimStart()).join(blank)
  if (anchor.kind === 'after') {
    const at = endOf(text, anchor.node)
    return { start: at, end: at, text: blank + body }
  }
  if (anchor.kind === 'before') {
    const at = attachedStart(text, anchor.node)
    return { start: at, end: at, text: body + blank }
  }
  const close = node.end - 1
  const at = text.slice(0, close).trimEnd().length
  const open = newline + layout.indent + body
  if (text.slice(at, close).includes('\n')) return { start: at, end: at, text: open }
  return { start: at, end: close, text: open + newline + indentAt(text, node.getStart()) }
}

/** Returns the end of a member. A trailing comment on the same line is included. */
function endOf(text: string, node: ts.Node): number {
  return ts.getTrailingCommentRanges(text, node.end)?.at(-1)?.end ?? node.end
}
