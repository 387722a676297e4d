import { type Leaf, link, type Target } from '../page/leaf.ts'
import { type Page, titled } from '../page/page.ts'

/** Rows under a heading. */
interface Section {
  readonly id: string
  readonly rows: readonly unknown[]
}

/** Ways between the pages of a list; undefined on a list that has but one. */
interface Parts {
  readonly text: string
  readonly pages: readonly { readonly link: Leaf; readonly isCurrent: boolean }[]
}

/** Things in their order, as many on each page as have at most so many rows, and one at least. */
export function inPages<Item>(
  items: readonly Item[],
  most: number,
  rowsOf: (item: Item) => number = () => 1,
): readonly (readonly Item[])[] {
  const pages: Item[][] = []
  let left = 0
  for (const item of items) {
    left -= rowsOf(item)
    const page = pages.at(-1)
    if (page !== undefined && left >= 0) page.push(item)
    else {
      pages.push([item])
      left = most - rowsOf(item)
    }
  }
  return pages
}

/** About how many lines a text takes. */
export function linesOf(text: string): number {
  return text.split('\n').reduce((sum, line) => sum + Math.ceil(line.length / 120), 0)
}

/** The sections of a list as each of its pages has them: one that goes on is on several, and one page there is. */
export function sectionPages<Each extends Section>(
  sections: readonly Each[],
  most: number,
  linesOfHead: (section: Each) => number = () => 1,
): readonly (readonly Each[])[] {
  const items = sections.flatMap((section) => {
    const lines = linesOfHead(section)
    // A section without rows is its head.
    if (section.rows.length === 0) return [{ section, row: undefined, lines }]
    return section.rows.map((row: unknown, at) => ({ section, row, lines: at === 0 ? lines : 1 }))
  })
  const pages = inPages(items, most, ({ lines }) => lines)
  if (pages.length === 0) return [[]]
  return pages.map((page) =>
    [...new Set(page.map(({ section }) => section))].map((section) => {
      const own = page.filter((item) => item.section === section && item.row !== undefined)
      const rows = own.map(({ row }) => row)
      return rows.length === section.rows.length ? section : { ...section, rows }
    }),
  )
}

/** The address of the part of a list that many are before: a name with a dot, which no other page has. */
export function partTarget({ page }: Target, index: number): Target {
  return { page: index === 0 ? page : `${page}.${index + 1}` }
}

/** Where each section begins. */
export function sectionTargets(
  to: Target,
  pages: readonly (readonly Section[])[],
): ReadonlyMap<string, Target> {
  const found = new Map<string, Target>()
  for (const [index, sections] of pages.entries()) {
    for (const { id } of sections) {
      if (!found.has(id)) found.set(id, { ...partTarget(to, index), fragment: id })
    }
  }
  return found
}

/** A page of a list with pages for what it has no room for. */
export function withFurther(page: Page, bodies: readonly object[]): Page {
  const [first = {}, ...others] = bodies
  const count = bodies.length
  if (others.length === 0) return { ...page, body: { ...first, parts: undefined } }
  const to = { page: page.path }
  const targets = bodies.map((_, index) => partTarget(to, index))
  const { name, place } = page
  const parts = others.map((body, at): Page => {
    return {
      ...page,
      ...titled(`${name}, part ${at + 2}`, place),
      path: partTarget(to, at + 1).page,
      description: `${page.description}, part ${at + 2} of ${count}`,
      crumbs: [...page.crumbs, { link: link(to, name) }],
      previous: undefined,
      next: undefined,
      within: page.within ?? page.path,
      body: { ...body, parts: partsOf(targets, at + 1) },
      entries: [],
    }
  })
  return { ...page, body: { ...first, parts: partsOf(targets, 0) }, parts }
}

/** Of more parts than these, the ones around the current one are linked, and both ends. */
const mostLinks = 16
const around = 4

/** The ways between the pages of a list, on one of them. */
function partsOf(targets: readonly Target[], current: number): Parts {
  const count = targets.length
  const shown = [...targets.entries()].filter(
    ([index]) =>
      count <= mostLinks ||
      index === 0 ||
      index === count - 1 ||
      Math.abs(index - current) <= around,
  )
  return {
    text: `Part ${current + 1} of ${count}`,
    pages: shown.map(([index, to]) => ({
      link: link(to, String(index + 1)),
      isCurrent: index === current,
    })),
  }
}
