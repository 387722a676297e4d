import { ts } from 'ts-morph'
import type { StubMethod } from '../codegen/scaffold.ts'
import type { Member } from './classes.ts'
import type { Draft } from './draft.ts'
import { laid } from './edit.ts'
import { followDoc, knownMethod, positionIn } from './merge-methods.ts'
import type { KnownMethod } from './manifest.ts'
import type { Report } from './outcome.ts'
import { releaseTypes } from './signature.ts'

/**
 * Whether the kind of a method changed: its return type is a promise although the document now declares
 * events, or its return type is events although the document now declares a promise.
 */
export function hasOtherKind({ nodes }: Member, { gives }: StubMethod): boolean {
  const other =
    gives === 'events'
      ? /^Promise<(?!(?:Async)?Iterable|AsyncGenerator|Events)/
      : /^(?:AsyncIterable|AsyncGenerator|Events)\b/
  return nodes.some(
    (node) => ts.isMethodDeclaration(node) && other.test(node.type?.getText() ?? ''),
  )
}

/** Replaces a method that is still an unedited stub. Keeps and reports any other method. */
export function changeKind(
  draft: Draft,
  question: {
    readonly method: StubMethod
    readonly known: KnownMethod
    readonly member: Member
    readonly lines: () => readonly string[]
    readonly indent: string
  },
  report: Report,
): KnownMethod {
  const { method, known, member, lines, indent } = question
  const { path, style } = draft.source
  const [node] = member.nodes
  const { doc: _, ...rest } = knownMethod(method)
  if (node === undefined || member.nodes.length > 1 || !isStub(node)) {
    const returned = method.gives === 'events' ? 'events' : 'a promise'
    const message = `${method.name} now returns ${returned}, but you edited the method, so your method is kept.`
    report.found({ code: 'RL609', message, path, at: positionIn(member) })
    return rest
  }
  const { hash } = followDoc(draft, { method, known, member }, report)
  const text = laid(lines(), indent, style.newline).trimStart()
  draft.edit({ start: node.getStart(), end: node.end, text })
  releaseTypes(draft, member)
  report.changed({ kind: 'updated', subject: method.name, path })
  return hash === undefined ? rest : { ...rest, doc: hash }
}

/** Whether the body of a method is still the stub that scaffold writes: `throw notImplemented('…')`. */
function isStub(node: ts.ClassElement): boolean {
  if (!ts.isMethodDeclaration(node) || ts.getDecorators(node) !== undefined) return false
  const [only, ...others] = node.body?.statements ?? []
  if (only === undefined || others.length > 0 || !ts.isThrowStatement(only)) return false
  const { expression } = only
  return (
    ts.isCallExpression(expression) && /\bnotImplemented$/.test(expression.expression.getText())
  )
}
