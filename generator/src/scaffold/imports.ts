import { gather } from '../json/gather.ts'
import { ts } from 'ts-morph'
import { type Edit, lineEnd, quotedIn, splice, type Style } from './edit.ts'
import { identifiersIn } from './nodes.ts'
import { parse, type Source } from './sources.ts'

export interface Need {
  readonly module: string
  readonly name: string
  readonly local: string
  readonly type: boolean
}

/**
 * Adds the imports in `needs`. Removes the imports in `released` whose names are no longer used, and all
 * imports in `forgotten`.
 */
export function followImports(question: {
  readonly path: string
  readonly text: string
  readonly needs: readonly Need[]
  readonly released: ReadonlySet<string>
  /** Names whose imports are removed even if the names are still used. */
  readonly forgotten: ReadonlySet<string>
}): string {
  const { path, needs, released, forgotten } = question
  const source = parse(path, question.text)
  const unused = unusedOf(source.tree, released)
  const dropped = dropImports(source, new Set([...unused, ...forgotten]))
  if (needs.length === 0) return dropped
  return addImports(parse(path, dropped), needs)
}

function dropImports(source: Source, unused: ReadonlySet<string>): string {
  if (unused.size === 0) return source.text
  const edits = namedImports(source.tree).flatMap(({ statement, bindings }): readonly Edit[] => {
    const gone = bindings.elements.filter(({ name }) => unused.has(name.text))
    if (gone.length === 0) return []
    const whole = statement.importClause?.name === undefined
    if (gone.length === bindings.elements.length && whole) {
      const end = lineEnd(source.text, statement.end)
      return [{ start: statement.getStart(), end, text: '' }]
    }
    return withoutElements(bindings.elements, gone)
  })
  return splice(source.text, edits)
}

/** Removes elements of a list together with their separators. Adjacent elements are removed in one edit. */
export function withoutElements(
  list: ts.NodeArray<ts.Node>,
  gone: readonly ts.Node[],
): readonly Edit[] {
  const edits: Edit[] = []
  for (let from = 0; from < list.length; from++) {
    const first = list[from]
    if (first === undefined || !gone.includes(first)) continue
    let to = from
    for (let next = list[to + 1]; next !== undefined && gone.includes(next); next = list[to + 1])
      to++
    const [before, after] = [list[from - 1], list[to + 1]]
    const start = after === undefined && before !== undefined ? before.end : first.getStart()
    edits.push({ start, end: after?.getStart() ?? list[to]?.end ?? first.end, text: '' })
    from = to
  }
  return edits
}

/** Returns the names that are used nowhere except in imports. */
function unusedOf(tree: ts.SourceFile, names: ReadonlySet<string>): ReadonlySet<string> {
  const used = new Set(names.size > 0 ? identifiersIn(tree, ts.isImportDeclaration) : [])
  return new Set([...names].filter((name) => !used.has(name)))
}

function addImports(source: Source, needs: readonly Need[]): string {
  const edits: Edit[] = []
  const fresh: Need[] = []
  const lists = new Map<ts.NamedImports, Need[]>()
  for (const need of needs) {
    const list = listFor(source.tree, need)
    if (list === undefined) fresh.push(need)
    else lists.set(list, [...(lists.get(list) ?? []), need])
  }
  for (const [list, added] of lists) edits.push(...elementEdits(source, list, added))
  if (fresh.length > 0) edits.push(statementEdit(source, fresh))
  return splice(source.text, edits)
}

function namedImports(
  tree: ts.SourceFile,
): readonly { readonly statement: ts.ImportDeclaration; readonly bindings: ts.NamedImports }[] {
  return tree.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement)) return []
    const bindings = statement.importClause?.namedBindings
    return bindings !== undefined && ts.isNamedImports(bindings) ? [{ statement, bindings }] : []
  })
}

/**
 * Returns an existing import list to which a name can be added: it imports from the same module, and is a
 * type import if the name is a type.
 */
function listFor(tree: ts.SourceFile, { module, type }: Need): ts.NamedImports | undefined {
  return namedImports(tree).find(({ statement, bindings }) => {
    const { moduleSpecifier, importClause } = statement
    if (!ts.isStringLiteral(moduleSpecifier) || moduleSpecifier.text !== module) return false
    return bindings.elements.length > 0 && importClause?.isTypeOnly === type
  })?.bindings
}

/** Inserts names into a sorted import list. A list on one line stays on one line. */
function elementEdits(
  { text, style }: Source,
  list: ts.NamedImports,
  added: readonly Need[],
): readonly Edit[] {
  const { elements } = list
  const [first] = elements
  const last = elements.at(-1)
  if (first === undefined || last === undefined) return []
  const between = text.slice(list.getStart() + 1, first.getStart())
  // Indentation of the first element's line.
  const indent = /\n([^\S\n]*)[^\n]*$/.exec(between)?.[1]
  const separator = indent === undefined ? ', ' : `,${style.newline}${indent}`
  return added
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((need) => {
      const element = elementText(need)
      const after = elements.find(({ name }) => name.text > need.local)
      if (after === undefined) return { start: last.end, end: last.end, text: separator + element }
      const at = after.getStart()
      return { start: at, end: at, text: element + separator }
    })
}

function elementText({ name, local }: Need): string {
  return name === local ? name : `${name} as ${local}`
}

/** Adds import statements after the last import, or below the comments at the top of a file without imports. */
function statementEdit({ tree, text, style }: Source, needs: readonly Need[]): Edit {
  const lines = statements(needs, style).map((line) => line + style.semicolon)
  const last = tree.statements.findLast((statement) => ts.isImportDeclaration(statement))
  if (last !== undefined) {
    const body = lines.map((line) => style.newline + line).join('')
    return { start: last.end, end: last.end, text: body }
  }
  const [first] = tree.statements
  const at = first === undefined ? text.length : topOf(text, first)
  const body = lines.map((line) => line + style.newline).join('')
  return { start: at, end: at, text: body + style.newline }
}

/** Returns the offset between the comments of the file and the comments of its first statement. */
function topOf(text: string, first: ts.Statement): number {
  const comments = ts.getLeadingCommentRanges(text, first.pos) ?? []
  let start = first.getStart()
  for (const { pos, end } of comments.toReversed()) {
    if ((text.slice(end, start).match(/\n/g)?.length ?? 0) > 1) break
    start = pos
  }
  const heads = text.startsWith('#!', text.startsWith('\ufeff') ? 1 : 0)
  if (heads && start <= text.indexOf('\n')) return text.indexOf('\n') + 1
  return Math.max(start, text.startsWith('\ufeff') ? 1 : 0)
}

function statements(needs: readonly Need[], style: Style): readonly string[] {
  const groups = gather(
    needs.map((need) => [JSON.stringify([need.module, need.type]), need] as const),
  )
  return [...groups.values()].map((group) => {
    const [first] = group
    const names = group.map(elementText).toSorted().join(', ')
    const module = quotedIn(style, first.module)
    return `import ${first.type ? 'type ' : ''}{ ${names} } from ${module}`
  })
}
