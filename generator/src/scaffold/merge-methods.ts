import { ts } from 'ts-morph'
import { memberName, lineText } from '../codegen/quote.ts'
import type { StubMethod } from '../codegen/scaffold.ts'
import type { Member } from './classes.ts'
import { docCommentOf, docLines, hashOfDoc, marker, markerAbove } from './comment.ts'
import type { Draft } from './draft.ts'
import { indentAt, laid, lineEnd, lineStart } from './edit.ts'
import type { KnownClass, KnownMethod } from './manifest.ts'
import { positionOf } from './nodes.ts'
import type { Position, Report } from './outcome.ts'
import { changeType, forgetTypes, type TypeChange } from './signature.ts'
import { renamed } from './type-words.ts'

/**
 * Returns the manifest's record of a method: its types and the hash of its comment, both from the document.
 */
export function knownMethod(method: StubMethod): KnownMethod {
  const { member, params, result, doc, replacedBy } = method
  return {
    member,
    params: params.text,
    result: result.text,
    doc: hashOfDoc(doc),
    ...(replacedBy !== undefined && { replacedBy }),
  }
}

export function positionIn({ nodes: [node] }: Member): Position {
  return node === undefined ? { line: 1, column: 1 } : positionOf(node)
}

export function followMethod(
  draft: Draft,
  question: { readonly method: StubMethod; readonly known: KnownMethod; readonly member: Member },
  report: Report,
): KnownMethod {
  const { method, known, member } = question
  const { path } = draft.source
  const subject = method.name
  if (known.state === 'removed') {
    if (unmark(draft, member.nodes[0])) report.changed({ kind: 'restored', subject, path })
  }
  if (member.name !== method.member) {
    renameMember(draft, member, method.member)
    report.changed({ kind: 'renamed', subject, path })
  }
  const changes = (['params', 'result'] as const).filter(
    (part) => known[part] !== method[part].text,
  )
  const kept = changes.filter((part) => {
    const change: TypeChange = { part, before: known[part], after: method[part] }
    return changeType(draft, member, change) === 'kept'
  })
  if (kept.length > 0) {
    const message = `The ${kept.join(' and ')} of ${subject} changed, but you edited the signature, so your signature is kept.`
    report.found({ code: 'RL609', message, path, at: positionIn(member) })
  }
  const doc = followDoc(draft, question, report)
  if (doc.changed || changes.length > kept.length) {
    report.changed({ kind: 'updated', subject, path })
  }
  const { doc: _, ...rest } = knownMethod(method)
  return doc.hash === undefined ? rest : { ...rest, doc: doc.hash }
}

function renameMember(draft: Draft, { nodes }: Member, name: string): void {
  for (const { name: node } of nodes) {
    if (node !== undefined) {
      draft.edit({ start: node.getStart(), end: node.end, text: memberName(name) })
    }
  }
}

interface DocOutcome {
  readonly changed: boolean
  /** Hash of the doc comment, which is recorded in the manifest. Absent if the user wrote the comment. */
  readonly hash?: string
}

export function followDoc(
  draft: Draft,
  { method, known, member }: Parameters<typeof followMethod>[1],
  report: Report,
): DocOutcome {
  const { text, style, path } = draft.source
  const [node] = member.nodes
  const hash = hashOfDoc(method.doc)
  if (known.doc === undefined || node === undefined) return { changed: false }
  if (known.doc === hash) return { changed: false, hash }
  const found = docCommentOf(text, node)
  // The user's comment already equals the new description.
  if (found?.hash === hash) return { changed: false, hash }
  const lines = docLines(method.doc)
  const indent = indentAt(text, found?.start ?? node.getStart())
  const block = laid(lines, indent, style.newline).trimStart()
  if (found !== undefined && found.hash === known.doc) {
    const { start, end } = lines.length === 0 ? wholeLine(text, found) : found
    draft.edit({ start, end, text: block })
    return { changed: true, hash }
  }
  if (found === undefined && known.doc === hashOfDoc('')) {
    const at = node.getStart()
    draft.edit({ start: at, end: at, text: block + style.newline + indent })
    return { changed: true, hash }
  }
  const message = `The description of ${method.name} changed, but you edited the comment, so your comment is kept.`
  report.found({ code: 'RL610', message, path, at: positionIn(member) })
  return { changed: false, hash: known.doc }
}

/**
 * Removes a property such as `readonly cat: PetsCatHandlers = this` that scaffold wrote. Returns whether it
 * was removed.
 */
export function dropSelf(draft: Draft, node: ts.Node): boolean {
  if (!ts.isPropertyDeclaration(node)) return false
  if (node.initializer?.kind !== ts.SyntaxKind.ThisKeyword) return false
  const { text } = draft.source
  const end = lineEnd(text, node.end)
  // Also remove the blank line that scaffold added.
  draft.edit({ start: lineStart(text, node.getStart()), end: lineEnd(text, end), text: '' })
  if (node.type !== undefined) draft.release([node.type.getText()])
  return true
}

/** Adds a marker above a node and its doc comment, unless a marker already exists. */
export function mark(draft: Draft, node: ts.Node, says: string): void {
  const { text, style } = draft.source
  const at = docCommentOf(text, node)?.start ?? node.getStart()
  if (markerAbove(text, node) !== undefined) return
  const lead = text.slice(lineStart(text, at), at).trim() === '' ? '' : style.newline
  const line = lead + marker(says) + style.newline + indentAt(text, at)
  draft.edit({ start: at, end: at, text: line })
}

/** Removes the marker above a node, including its line. */
export function unmark(draft: Draft, node: ts.Node | undefined): boolean {
  const { text } = draft.source
  const found = node && markerAbove(text, node)
  if (found === undefined) return false
  draft.edit({ ...wholeLine(text, found), text: '' })
  return true
}

/** Extends a range to whole lines if the lines contain nothing else. */
function wholeLine(text: string, { start, end }: Stretch): Stretch {
  const first = lineStart(text, start)
  const after = lineEnd(text, end)
  const alone = text.slice(first, start).trim() === '' && after > end
  return alone ? { start: first, end: after } : { start, end }
}

interface Stretch {
  readonly start: number
  readonly end: number
}

/**
 * Marks and keeps a method that is no longer in the document. Types that no longer exist are replaced with
 * `unknown`.
 */
export function retireMethod(
  draft: Draft,
  question: {
    readonly name: string
    readonly known: KnownMethod
    readonly member: Member
    /** Class to which the method moved. Absent if the method was removed. */
    readonly elsewhere?: string | undefined
    readonly isGone: (module: string, name: string) => boolean
    readonly goneNames: (text: string) => ReadonlyMap<string, string>
  },
  report: Report,
): KnownMethod {
  const { name, known, member, elsewhere, isGone, goneNames } = question
  const { path } = draft.source
  const [node] = member.nodes
  if (known.state !== 'removed' && node !== undefined) {
    const successor =
      known.replacedBy === undefined ? '' : ` It is replaced by ${lineText(known.replacedBy)}.`
    const says =
      elsewhere === undefined
        ? `is no longer in the documents.${successor}`
        : `moved to ${elsewhere}.`
    mark(draft, node, `${lineText(name)} ${says}`)
    report.changed({ kind: 'removed', subject: name, path })
    const message = `${name} ${says}`
    report.found({ code: 'RL607', message, path, at: positionIn(member) })
  }
  forgetTypes(draft, member, isGone)
  const { params, result, ...rest } = known
  return {
    ...rest,
    params: renamed(params, goneNames(params)),
    result: renamed(result, goneNames(result)),
    state: 'removed',
  }
}

/** Returns a function that finds the names of removed types in a text and maps each to `unknown`. */
export function goneNamesOf(
  isGone: (name: string) => boolean,
): (text: string) => ReadonlyMap<string, string> {
  return (text) => {
    const words = text.match(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu) ?? []
    const types = words.filter((word) => /^\p{Lu}/u.test(word) && word !== 'NoParams')
    return new Map(types.filter(isGone).map((word) => [word, 'unknown']))
  }
}

/** Returns the names of removed types that occur in signatures written by scaffold. */
export function namesWritten(
  known: KnownClass | undefined,
  goneNames: (text: string) => ReadonlyMap<string, string>,
): readonly string[] {
  const methods = Object.values(known?.methods ?? {})
  const texts = methods.flatMap(({ params, result }) => [params, result])
  return texts.flatMap((text) => [...goneNames(text).keys()])
}
