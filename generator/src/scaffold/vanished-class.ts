import { ts } from 'ts-morph'
import { type ClassPart, membersOf } from './classes.ts'
import type { Draft } from './draft.ts'
import { withoutElements } from './imports.ts'
import type { KnownClass, KnownMethod } from './manifest.ts'
import { goneNamesOf, mark, namesWritten, retireMethod, unmark } from './merge-methods.ts'
import { identifiersIn } from './nodes.ts'
import type { OpenProject } from './open-project.ts'
import type { Report } from './outcome.ts'

/** A class in the manifest whose interface was removed from the documents. */
interface Retired {
  readonly key: string
  readonly known: KnownClass
  readonly parts: readonly ClassPart[]
  /** Class that contains a method, by method name. */
  readonly homes: ReadonlyMap<string, string>
  readonly project: OpenProject
  readonly report: Report
}

/** Keeps and marks a class, and removes the interface from its `implements` clause. */
export function retireClass(retired: Retired): KnownClass {
  const { known, parts } = retired
  const methods = parts.flatMap((part) => {
    reportRetired(retired, part)
    return retirePart(retired, part)
  })
  const [first] = parts
  return {
    ...known,
    ...(first !== undefined && { path: first.source.path }),
    removed: true,
    methods: { ...known.methods, ...Object.fromEntries(methods) },
  }
}

function reportRetired({ known, homes, project, report }: Retired, part: ClassPart): void {
  if (known.removed) return
  const name = part.node.name?.text ?? known.className
  const { path } = part.source
  const text = `the interface that ${name} implemented is no longer in the documents.`
  mark(project.draftOf(path), markable(part.node), text)
  report.changed({ kind: 'removed', subject: name, path })
  const classes = Object.keys(known.methods).flatMap((methodName) => homes.get(methodName) ?? [])
  const moved =
    classes.length === 0 ? '' : ` Its methods moved to ${[...new Set(classes)].join(', ')}.`
  const message = `${name} no longer implements an interface.${moved}`
  report.found({ code: 'RL612', message, path })
}

/** Removes the interface and its types from a class. Returns the records of the class's methods. */
function retirePart(
  { key, known, project }: Retired,
  part: ClassPart,
): readonly (readonly [string, KnownMethod])[] {
  const draft = project.draftOf(part.source.path)
  const slug = key.slice(0, key.indexOf('#'))
  // If an interface is removed, all types of its module are removed too.
  const isGone = (module: string): boolean => project.isOwn(module) && module.endsWith(`/${slug}`)
  const goneNames = goneNamesOf(() => true)
  withoutInterface(draft, part, key)
  const names = namesWritten(known, goneNames)
  for (const { module } of part.source.imports.values()) {
    if (isGone(module)) draft.forget(module, names)
  }
  const members = membersOf(part)
  const quiet: Report = { changed: () => undefined, found: () => undefined }
  return Object.entries(known.methods).flatMap(([name, method]) => {
    const member = members.get(method.member)
    if (member === undefined) return []
    // Only the class gets a marker, so record the methods as already removed.
    const state = { ...method, state: 'removed' as const }
    const question = { name, known: state, member, isGone, goneNames }
    return [[name, retireMethod(draft, question, quiet)] as const]
  })
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

/**
 * Returns the node above which a marker is placed: the class declaration, or the statement that contains a
 * class expression.
 */
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
    draft.release(identifiersIn(element))
  }
}
