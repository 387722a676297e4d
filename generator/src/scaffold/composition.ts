import { ts } from 'ts-morph'
import { propertyKey } from '../codegen/quote.ts'
import type { Composition } from '../codegen/scaffold.ts'
import { bare } from './classes.ts'
import { docLines } from './comment.ts'
import type { Draft } from './draft.ts'
import { indentAt } from './edit.ts'
import type { OpenProject } from './open-project.ts'
import type { Report } from './outcome.ts'
import { parse, type Source } from './sources.ts'

interface Composed {
  readonly source: Source
  readonly object: ts.ObjectLiteralExpression
}

export interface CompositionQuestion {
  readonly composition: Composition
  /** The entry of the generated package under its current name and, if different, its name at the last run. */
  readonly entries: readonly string[]
  readonly sources: readonly Source[]
  /** Keys of groups that an earlier run added. */
  readonly known: readonly string[]
  readonly isBlind: boolean
  readonly project: OpenProject
  readonly report: Report
}

/**
 * Adds new groups to the handlers object, and removes groups that no longer exist.
 * Returns the keys of all groups in the object.
 */
export function mergeComposition(question: CompositionQuestion): readonly string[] {
  const { composition, known, report } = question
  const keys = composition.groups.map(({ key }) => key)
  const added = composition.groups.filter(({ key }) => !known.includes(key))
  const removed = known.filter((key) => !keys.includes(key))
  if (added.length === 0 && removed.length === 0) return known
  const found = findComposed(question)
  if (found !== undefined) {
    const draft = question.project.draftOf(found.source.path)
    const moved = renameGroups(question, found, { draft, added, removed })
    const fresh = added.filter(
      ({ key }) => !moved.has(key) && propertyOf(found.object, key) === undefined,
    )
    insertGroups(question, found, { draft, fresh })
    const kept = removed.filter((key) => !moved.has(key) && !removeGroup(found, key, draft))
    if (kept.length > 0)
      tell(`The handlers object still uses ${kept.join(', ')}.`, found.source.path)
    return keys
  }
  if (known.length === 0 && !question.isBlind && isFree(question)) return create(question)
  const names = [...added.map(({ key }) => key), ...removed].join(', ')
  tell(
    `Found no handlers object of the type ${composition.type}. Add or remove by hand: ${names}.`,
    composition.path,
  )
  // A source that could not be parsed may contain the handlers object, so the next run tries again.
  return question.isBlind ? known : keys

  function tell(message: string, path: string): void {
    report.found({ code: 'RL611', message, path })
  }
}

/**
 * Renames the keys of groups and keeps the values, which the user may have edited. Returns the old and new
 * keys.
 */
function renameGroups(
  { project, report }: CompositionQuestion,
  { object, source }: Composed,
  {
    draft,
    added,
    removed,
  }: {
    readonly draft: Draft
    readonly added: Composition['groups']
    readonly removed: readonly string[]
  },
): ReadonlySet<string> {
  const moved = new Set<string>()
  for (const group of added) {
    const name = project.classIn(draft, group.of)
    const old = removed.find((key) => {
      const property = propertyOf(object, key)
      if (property === undefined || !ts.isPropertyAssignment(property)) return false
      const value = bare(property.initializer)
      return ts.isNewExpression(value) && value.expression.getText() === name
    })
    const property = old === undefined ? undefined : propertyOf(object, old)
    if (old === undefined || property?.name === undefined || moved.has(old)) continue
    const { name: node } = property
    draft.edit({ start: node.getStart(), end: node.end, text: propertyKey(group.key) })
    report.changed({ kind: 'renamed', subject: group.key, path: source.path })
    moved.add(group.key)
    moved.add(old)
  }
  return moved
}

function isFree({ sources, composition }: CompositionQuestion): boolean {
  return !sources.some(({ path }) => path === composition.path)
}

function create(question: CompositionQuestion): readonly string[] {
  const {
    composition,
    project,
    report,
    entries: [module = ''],
  } = question
  const draft = project.openFresh(parse(composition.path, ''))
  const type = draft.typeText({
    text: composition.type,
    names: [{ module, name: composition.type }],
  })
  const entries = composition.groups.flatMap(({ key, of }) => {
    const name = project.classIn(draft, of)
    return name === undefined ? [] : [`  ${propertyKey(key)}: new ${name}(),`]
  })
  const lines = [
    ...docLines(composition.doc),
    `export const handlers: ${type} = {`,
    ...entries,
    '}',
    '',
  ]
  draft.edit({ start: 0, end: 0, text: lines.join('\n') })
  report.changed({ kind: 'added', subject: 'handlers', path: composition.path })
  return composition.groups.map(({ key }) => key)
}

/** Finds the handlers object: an object of its type, or the argument of the function that takes it. */
function findComposed(question: CompositionQuestion): Composed | undefined {
  const { composition, sources } = question
  const order = sources.toSorted((a, b) => rank(a) - rank(b))
  for (const source of order) {
    const object = composedIn(source, question)
    if (object !== undefined) return { source, object }
  }
  return undefined

  function rank({ path }: Source): number {
    return path === composition.path ? 0 : /(^|[/.])tests?([/.]|$)/.test(path) ? 2 : 1
  }
}

function composedIn(
  source: Source,
  { composition, entries }: CompositionQuestion,
): ts.ObjectLiteralExpression | undefined {
  const means = (node: ts.Node, name: string | undefined): boolean => {
    const imported = source.imports.get(node.getText())
    return imported !== undefined && imported.name === name && entries.includes(imported.module)
  }
  const isHandlers = (type: ts.TypeNode | undefined): boolean =>
    type !== undefined && ts.isTypeReferenceNode(type) && means(type.typeName, composition.type)
  let found: ts.ObjectLiteralExpression | undefined
  const visit = (node: ts.Node): void => {
    if (found !== undefined) return
    if (ts.isVariableDeclaration(node) && isHandlers(node.type)) found = literalOf(node.initializer)
    else if (ts.isSatisfiesExpression(node) && isHandlers(node.type)) found = literalOf(node)
    else if (ts.isCallExpression(node) && means(node.expression, composition.function)) {
      found = literalOf(node.arguments[0], source.tree)
    }
    ts.forEachChild(node, visit)
  }
  visit(source.tree)
  return found
}

/**
 * Returns the object literal of an expression. If the expression is the name of a constant in the file,
 * returns the constant's object literal.
 */
function literalOf(
  node: ts.Expression | undefined,
  tree?: ts.SourceFile,
): ts.ObjectLiteralExpression | undefined {
  const value = node && bare(node)
  if (value === undefined) return undefined
  if (ts.isObjectLiteralExpression(value)) {
    // An object with a spread has unknown members.
    return value.properties.some((property) => ts.isSpreadAssignment(property)) ? undefined : value
  }
  if (!ts.isIdentifier(value) || tree === undefined) return undefined
  const declarations = tree.statements.flatMap((statement) =>
    ts.isVariableStatement(statement) ? [...statement.declarationList.declarations] : [],
  )
  const named = declarations.find(({ name }) => name.getText() === value.text)
  return literalOf(named?.initializer)
}

function propertyOf(
  object: ts.ObjectLiteralExpression,
  key: string,
): ts.ObjectLiteralElementLike | undefined {
  return object.properties.find(({ name }) => {
    if (name === undefined) return false
    if (ts.isComputedPropertyName(name)) {
      return ts.isStringLiteralLike(name.expression) && name.expression.text === key
    }
    return name.text === key
  })
}

/**
 * Inserts each new group after the nearest group that precedes it in the documents and is already in the
 * object. Without such a group, inserts at the end.
 */
function insertGroups(
  { composition, project, report }: CompositionQuestion,
  { object, source }: Composed,
  { draft, fresh }: { readonly draft: Draft; readonly fresh: Composition['groups'] },
): void {
  const places = new Map<ts.Node | undefined, string[]>()
  for (const group of fresh) {
    const name = project.classIn(draft, group.of)
    if (name === undefined) continue
    const index = composition.groups.indexOf(group)
    const before = composition.groups
      .slice(0, index)
      .map(({ key }) => propertyOf(object, key))
      .findLast((property) => property !== undefined)
    const anchor = before ?? object.properties.at(-1)
    places.set(anchor, [...(places.get(anchor) ?? []), `${propertyKey(group.key)}: new ${name}()`])
    report.changed({ kind: 'added', subject: group.key, path: source.path })
  }
  for (const [anchor, entries] of places)
    insertEntries({ object, source }, { draft, anchor, entries })
}

function insertEntries(
  { object, source: { text, style } }: Composed,
  {
    draft,
    anchor,
    entries,
  }: {
    readonly draft: Draft
    readonly anchor: ts.Node | undefined
    readonly entries: readonly string[]
  },
): void {
  if (anchor === undefined) {
    const outer = indentAt(text, object.getStart())
    const lines = entries.map((entry) => `${style.newline}${outer}  ${entry},`).join('')
    const at = object.getStart() + 1
    const rest = text.slice(at, object.end - 1).includes('\n') ? '' : style.newline + outer
    draft.edit({ start: at, end: at, text: lines + rest })
    return
  }
  const onOneLine = !text.slice(object.getStart(), object.end).includes('\n')
  const lead = onOneLine ? ' ' : style.newline + indentAt(text, anchor.getStart())
  const comma = /^\s*,/.exec(text.slice(anchor.end))?.[0]
  if (comma === undefined) draft.edit({ start: anchor.end, end: anchor.end, text: ',' })
  const from = anchor.end + (comma?.length ?? 0)
  const at = ts.getTrailingCommentRanges(text, from)?.at(-1)?.end ?? from
  const last = anchor === object.properties.at(-1) && comma === undefined ? '' : ','
  const lines = entries.map((entry) => lead + entry).join(',') + last
  draft.edit({ start: at, end: at, text: lines })
}

/**
 * Removes a group if its value is still what scaffold wrote. Returns false if the user edited the value, which
 * is then kept.
 */
function removeGroup({ object, source }: Composed, key: string, draft: Draft): boolean {
  const property = propertyOf(object, key)
  if (property === undefined) return true
  const value = ts.isPropertyAssignment(property) ? property.initializer : undefined
  if (value === undefined || !ts.isNewExpression(value) || (value.arguments?.length ?? 0) > 0) {
    return false
  }
  const { text } = source
  const comma = /^\s*,/.exec(text.slice(property.end))?.[0] ?? ''
  const start = property.getStart()
  const lineBefore = /(?:\r?\n)?[^\S\r\n]*$/.exec(text.slice(0, start))?.[0] ?? ''
  draft.edit({ start: start - lineBefore.length, end: property.end + comma.length, text: '' })
  if (ts.isIdentifier(value.expression)) draft.release([value.expression.text])
  return true
}
