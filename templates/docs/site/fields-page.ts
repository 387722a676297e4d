import { codeLink, type Leaf, link, type Target, nameHeading } from '../page/leaf.ts'
import { type Page, type PageTitle, titled } from '../page/page.ts'
import { countText } from './count-text.ts'
import { inPages, linesOf } from './list-pages.ts'
import { createFileNames, type FileNames } from './unique-names.ts'
import type { Branch, Moved, Row } from './tree.ts'

export interface FieldsPart {
  readonly id: string
  readonly to: Target
  readonly type: Leaf | undefined
  readonly count: number
  readonly branches: readonly Branch[]
}

export interface Fitted {
  readonly trees: readonly (readonly Branch[])[]
  readonly parts: readonly FieldsPart[]
  readonly lines: number
}

const mostLines = 300
/**
 * Minimum number of lines that every params table and result keeps on a method page, even if the
 * page becomes too long.
 */
const fewLines = 40

/**
 * Limits the number of fields on a page, giving precedence to outer fields. Nested fields beyond
 * the limit are replaced with a link to their schema or to a separate page.
 */
export function fitFields(
  to: Target,
  trees: readonly (readonly Branch[])[],
  names: FileNames = createFileNames(),
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
    // No other page has a dot in its name, so the path is unique.
    const target = { page: `${to.page}/fields.${names.choose(id === '' ? 'further' : id)}` }
    const fitted = fitFields(to, [[{ ...branch, rows }]], names)
    const [branches = []] = fitted.trees
    parts.push({ id, to: target, type: branch.type, count: all, branches }, ...fitted.parts)
    return { id, link: link(target, text), isSchema: false }
  }
  return { trees: trees.map((tree) => tree.map(show)), parts, lines }
}

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

export function withParts(page: Page, parts: readonly Page[]): Page {
  return parts.length === 0 ? page : { ...page, parts: [...(page.parts ?? []), ...parts] }
}

export function fieldsPages(page: Page, name: string, parts: readonly FieldsPart[]): Page[] {
  return parts.map(({ id, to, type, count, branches }) => {
    const back = codeLink({ page: page.path }, name)
    // A part without an ID contains the fields of the schema itself, so no ID can be its title.
    const title = id === '' ? 'Further fields' : id
    const description = `${name}: ${id === '' ? `${count} further fields` : `the ${count} fields of ${id}`}`
    const heading = id === '' ? title : nameHeading(id)
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

/** Returns a continuation page. The menu highlights the page that it continues. */
export function partPage(
  { group, file, path, document, source }: Page,
  own: PageTitle & Pick<Page, 'path' | 'template' | 'description' | 'crumbs' | 'body'>,
): Page {
  return {
    ...own,
    previous: undefined,
    next: undefined,
    group,
    within: path,
    entries: [],
    ...(file !== undefined && { file }),
    ...(document !== undefined && { document }),
    ...(source !== undefined && { source }),
  }
}
