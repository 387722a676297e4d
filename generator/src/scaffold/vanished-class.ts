import { ts } from 'ts-morph'
import { type ClassPart, membersOf } from './classes.ts'
import type { Draft } from './draft.ts'
import { withoutElements } from './imports.ts'
import type { KnownClass, KnownMethod } from './manifest.ts'
import { mark, retireMethod, unmark } from './merge-methods.ts'
import type { Report } from './outcome.ts'

/**
 * Keeps and marks a class whose interface is no longer in any document. The interface is removed from the
 * class.
 */
export function retireClass(question: {
  readonly key: string
  readonly known: KnownClass
  readonly parts: readonly ClassPart[]
  /** Class that now has a method, by method name. */
  readonly homes: ReadonlyMap<string, string>
  readonly isOwn: (module: string) => boolean
  readonly draftOf: (path: string) => Draft
  readonly report: Report
}): KnownClass {
  const { key, known, parts, homes, isOwn, draftOf, report } = question
  const methods: Record<string, KnownMethod> = {}
  const slug = key.slice(0, key.indexOf('#'))
  // If a module is removed, all of its types are.
  const gone = {
    isGone: (module: string) => isOwn(module) && module.endsWith(`/${slug}`),
    goneNames: (text: string) => {
      const words = text.match(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu) ?? []
      const types = words.filter((word) => /^\p{Lu}/u.test(word) && word !== 'NoParams')
      return new Map(types.map((word) => [word, 'unknown']))
    },
  }
  const classesNow = new Set(
    Object.keys(known.methods).flatMap((methodName) => homes.get(methodName) ?? []),
  )
  const movedText =
    classesNow.size === 0 ? '' : ` Its methods moved to ${[...classesNow].join(', ')}.`
  const quiet: Report = { changed: () => undefined, found: () => undefined }
  for (const part of parts) {
    const draft = draftOf(part.source.path)
    const name = part.node.name?.text ?? known.className
    if (!known.removed) {
      mark(
        draft,
        markable(part.node),
        `the interface that ${name} implemented is no longer in the documents.`,
      )
      const path = part.source.path
      report.changed({ kind: 'removed', subject: name, path })
      report.found({
        code: 'RL612',
        message: `${name} no longer implements an interface.${movedText}`,
        path,
      })
    }
    withoutInterface(draft, part, key)
    const texts = Object.values(known.methods).flatMap(({ params, result }) => [params, result])
    const names = texts.flatMap((text) => [...gone.goneNames(text).keys()])
    for (const { module } of part.source.imports.values()) {
      if (gone.isGone(module)) draft.forget(module, names)
    }
    const members = membersOf(part)
    for (const [methodName, method] of Object.entries(known.methods)) {
      const member = members.get(method.member)
      if (member === undefined) continue
      // Only the class is marked, so its methods are recorded without a mark.
      const state = { ...method, state: 'removed' as const }
      methods[methodName] = retireMethod(
        draft,
        { name: methodName, known: state, member, ...gone },
        quiet,
      )
    }
  }
  const [first] = parts
  return {
    ...known,
    ...(first !== undefined && { path: first.source.path }),
    removed: true,
    methods: { ...known.methods, ...methods },
  }
}

export function restoreClass(draft: Draft, part: ClassPart, interfaceName: string): void {
  unmark(draft, markable(part.node))
  implementAlso(draft, part, interfaceName)
}

function implementAlso(draft: Draft, { node }: ClassPart, interfaceName: string): void {
  const clause = node.heritageClauses?.find(
    ({ token }) => token === ts.SyntaxKind.ImplementsKeyword,
  )
  const at =
    clause?.end ??
    node.heritageClauses?.at(-1)?.end ??
    (node.typeParameters === undefined
      ? node.name?.end
      : afterParameters(node, node.typeParameters))
  if (at === undefined) return
  const text = clause === undefined ? ` implements ${interfaceName}` : `, ${interfaceName}`
  draft.edit({ start: at, end: at, text })
}

function afterParameters(
  node: ts.Node,
  parameters: ts.NodeArray<ts.TypeParameterDeclaration>,
): number {
  return node.getSourceFile().text.indexOf('>', parameters.end) + 1
}

/** Returns the node that a marker is placed above. For a class expression, this is its statement. */
function markable(node: ts.ClassLikeDeclaration): ts.Node {
  if (ts.isClassDeclaration(node)) return node
  let at: ts.Node = node
  while (!ts.isStatement(at) && !ts.isSourceFile(at.parent)) at = at.parent
  return at
}

export function withoutInterface(
  draft: Draft,
  { implemented, source }: ClassPart,
  key: string,
): void {
  for (const { element } of implemented.filter((one) => one.key === key)) {
    const clause = element.parent
    if (!ts.isHeritageClause(clause)) continue
    if (clause.types.length === 1) {
      const start = source.text.slice(0, clause.getStart()).trimEnd().length
      draft.edit({ start, end: clause.end, text: '' })
    } else for (const edit of withoutElements(clause.types, [element])) draft.edit(edit)
    draft.release(namesIn(element))
  }
}

function namesIn(node: ts.Node): readonly string[] {
  const names: string[] = []
  const visit = (child: ts.Node): void => {
    if (ts.isIdentifier(child)) names.push(child.text)
    ts.forEachChild(child, visit)
  }
  visit(node)
  return names
}
