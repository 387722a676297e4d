import { codeLink, type Leaf, link, type Target, wireName } from '../page/leaf.ts'
import { type Page, type PageTitle, titled } from '../page/page.ts'
import { countText } from './count-text.ts'
import { inPages, linesOf } from './list-pages.ts'
import { openStems, type Stems } from './stems.ts'
import type { Branch, Row } from './tree.ts'

/** Where fields are that their page has no room for: `id` is what the ids of all of them begin with. */
export interface Moved {
  readonly id: string
  readonly link: Leaf
  /** Whether it is the page of the schema itself, whose ids do without that beginning. */
  readonly isSchema: boolean
}

/** Fields on a page of their own. */
export interface FieldsPart {
  readonly id: string
  readonly to: Target
  readonly type: Leaf | undefined
  readonly count: number
  readonly branches: readonly Branch[]
}

/** Trees as their page shows them, and what is on pages of its own. */
export interface Fitted {
  readonly trees: readonly (readonly Branch[])[]
  readonly parts: readonly FieldsPart[]
  /** Lines of fields on the page. */
  readonly lines: number
}

/** Lines of fields that a page shows. */
const mostLines = 300
/** Those of a list that has to begin on a page, however many stand above it. */
const fewLines = 40

/** Shows the outer fields first: what is inside one with no room left is a link to its schema, or to a page of its own. */
export function fitFields(
  to: Target,
  trees: readonly (readonly Branch[])[],
  stems: Stems = openStems(),
): Fitted {
  const { cut, lines } = chooseCuts(trees)
  if (cut.size === 0) return { trees, parts: [], lines }
  const parts: FieldsPart[] = []
  const show = (branch: Branch): Branch => {
    const count = cut.get(branch)
    const rows = branch.rows
      .slice(0, count)
      .map((row) => ({ ...row, branches: row.branches.map(show) }))
    return { ...branch, rows, moved: count === undefined ? undefined : move(branch, count) }
  }
  const move = (branch: Branch, count: number): Moved => {
    const rows = branch.rows.slice(count)
    const id = prefixOf(branch)
    const all = countOf(rows)
    const text =
      count > 0 ? countText(rows.length, 'further field') : `${all} fields of ${lastOf(id)}`
    if (branch.home !== undefined) {
      return { id, link: link(branch.home, text), isSchema: true }
    }
    // A name with a dot, which no other page has.
    const target = { page: `${to.page}/fields.${stems.choose(id === '' ? 'further' : id)}` }
    const fitted = fitFields(to, [[{ ...branch, rows }]], stems)
    const [branches = []] = fitted.trees
    parts.push({ id, to: target, type: branch.type, count: all, branches }, ...fitted.parts)
    return { id, link: link(target, text), isSchema: false }
  }
  return { trees: trees.map((tree) => tree.map(show)), parts, lines }
}

/** The lists that are not shown whole, with how many of their rows are, and the lines of what is shown. */
function chooseCuts(trees: Fitted['trees']): {
  readonly cut: ReadonlyMap<Branch, number>
  readonly lines: number
} {
  const cut = new Map<Branch, number>()
  const queue = trees.flat()
  const outer = new Set(trees.map(([first]) => first))
  let left = mostLines
  for (const branch of queue) {
    const { rows } = branch
    const room = outer.has(branch) ? Math.max(left, fewLines) : left
    const [shown = []] = inPages(rows, room, linesOfRow)
    const count = shown.length === rows.length || outer.has(branch) ? shown.length : 0
    if (count < rows.length) cut.set(branch, count)
    left -= rows.slice(0, count).reduce((sum, row) => sum + linesOfRow(row), 0)
    queue.push(...rows.slice(0, count).flatMap(({ branches }) => branches))
  }
  return { cut, lines: mostLines - left }
}

function linesOfRow({ about, values }: Row): number {
  return 3 + values.length + (about !== undefined && 'text' in about ? linesOf(about.text) : 0)
}

/** What the ids of a form's fields begin with. */
function prefixOf({ rows, title }: Branch): string {
  const id = rows[0]?.id ?? title ?? ''
  return id.includes('.') ? id.slice(0, id.lastIndexOf('.')) : ''
}

function lastOf(id: string): string {
  return id.slice(id.lastIndexOf('.') + 1)
}

function countOf(rows: readonly Row[]): number {
  return rows.reduce(
    (sum, { branches }) => sum + branches.reduce((all, branch) => all + countOf(branch.rows), 1),
    0,
  )
}

/** A page with the pages that hold what it has no room for. */
export function withParts(page: Page, parts: readonly Page[]): Page {
  return parts.length === 0 ? page : { ...page, parts: [...(page.parts ?? []), ...parts] }
}

/** The pages of the fields that the page of a method or a schema has no room for. */
export function fieldsPages(page: Page, name: string, parts: readonly FieldsPart[]): Page[] {
  return parts.map(({ id, to, type, count, branches }) => {
    const back = codeLink({ page: page.path }, name)
    // What goes on is of the schema itself, and of nothing in it.
    const title = id === '' ? 'Further fields' : id
    const description = `${name}: ${id === '' ? `${count} further fields` : `the ${count} fields of ${id}`}`
    const heading = id === '' ? title : wireName(id)
    return partPage(page, {
      path: to.page,
      template: 'fields',
      ...titled(title, name),
      description,
      crumbs: [...page.crumbs, { link: back }],
      body: { heading, type, back, branches },
    })
  })
}

/** A page that belongs to another one, whose place in the menu it has. */
export function partPage(
  { group, path, document, source }: Page,
  own: PageTitle & Pick<Page, 'path' | 'template' | 'description' | 'crumbs' | 'body'>,
): Page {
  return {
    ...own,
    previous: undefined,
    next: undefined,
    group,
    within: path,
    entries: [],
    ...(document !== undefined && { document }),
    ...(source !== undefined && { source }),
  }
}
