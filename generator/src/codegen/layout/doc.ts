/** A prettier document with alternative layouts. A group is printed on one line if it fits, otherwise broken. */
export type Doc = string | readonly Doc[] | Group | Indent | Line | IfBreak | IndentIfBreak | Fill

/** A document that is printed on one line if it fits. Otherwise the `states` are tried in order. */
export interface Group {
  readonly doc: 'group'
  readonly contents: Doc
  readonly isBroken: boolean
  readonly states?: readonly [Doc, ...Doc[]]
  /** Identifies the group for `IfBreak` and `IndentIfBreak`. */
  readonly id?: object
}

export interface Indent {
  readonly doc: 'indent'
  readonly contents: Doc
  readonly breaks: boolean
}

/**
 * A space, or nothing if the kind is `soft`. A line break is printed instead if the enclosing group is broken
 * or the kind is `hard`.
 */
export interface Line {
  readonly doc: 'line'
  readonly kind: 'line' | 'soft' | 'hard'
}

/**
 * Prints `broken` or `flat`, depending on whether a group is broken. The group is the earlier group with the
 * `id`, or the enclosing group if there is no `id`.
 */
export interface IfBreak {
  readonly doc: 'if-break'
  readonly id?: object
  readonly broken: Doc
  readonly flat: Doc
}

/** Contents that are indented if the earlier group `id` is broken. */
export interface IndentIfBreak {
  readonly doc: 'indent-if-break'
  readonly contents: Doc
  readonly id: object
}

/** Alternating items and line separators. Each printed line has as many items as fit. */
export interface Fill {
  readonly doc: 'fill'
  readonly parts: readonly Doc[]
}

export const line: Line = { doc: 'line', kind: 'line' }
export const softline: Line = { doc: 'line', kind: 'soft' }
export const hardline: Line = { doc: 'line', kind: 'hard' }

/** Creates a group. The group is broken from the start if its contents have a hard line break. */
export function group(contents: Doc, isBroken = false, id?: object): Group {
  const isOpen = isBroken || breaks(contents)
  return { doc: 'group', contents, isBroken: isOpen, ...(id !== undefined && { id }) }
}

/** A group with several layouts, flattest first. Only the last layout may be broken at its line separators. */
export function oneOf(...states: readonly [Doc, ...Doc[]]): Group {
  return { doc: 'group', contents: states[0], isBroken: false, states }
}

export function indent(contents: Doc): Indent {
  return { doc: 'indent', contents, breaks: breaks(contents) }
}

export function ifBreak(broken: Doc, flat: Doc = ''): IfBreak {
  return { doc: 'if-break', broken, flat }
}

export function join(separator: Doc, parts: readonly Doc[]): readonly Doc[] {
  return parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part]))
}

/** Whether a document contains a hard line break. */
export function breaks(doc: Doc): boolean {
  if (typeof doc === 'string') return false
  if (isList(doc)) return doc.some(breaks)
  switch (doc.doc) {
    case 'line':
      return doc.kind === 'hard'
    case 'group':
      return doc.isBroken
    case 'indent':
      return doc.breaks
    default:
      return partsOf(doc).some(breaks)
  }
}

/** Whether a document can be printed on several lines. */
export function mayBreak(doc: Doc): boolean {
  if (typeof doc === 'string') return false
  if (isList(doc)) return doc.some(mayBreak)
  return doc.doc === 'line' || partsOf(doc).some(mayBreak)
}

function partsOf(doc: Exclude<Doc, string | readonly Doc[] | Line>): readonly Doc[] {
  switch (doc.doc) {
    case 'group':
    case 'indent':
    case 'indent-if-break':
      return [doc.contents]
    case 'if-break':
      return [doc.broken, doc.flat]
    case 'fill':
      return doc.parts
    default:
      return doc satisfies never
  }
}

/** Returns a document on one line, even if the line is too long. */
export function flattened(doc: Doc): Doc {
  if (typeof doc === 'string') return doc
  if (isList(doc)) return doc.map(flattened)
  switch (doc.doc) {
    case 'line':
      return doc.kind === 'line' ? ' ' : ''
    case 'if-break':
      return flattened(doc.flat)
    default:
      return partsOf(doc).map(flattened)
  }
}

/** Type guard for documents. `Array.isArray` does not narrow readonly arrays. */
export function isList(doc: Doc): doc is readonly Doc[] {
  return Array.isArray(doc)
}
