import { type Leaf, link, type Target } from '../page/leaf.ts'
import { type Page, titled } from '../page/page.ts'

interface Section {
  readonly id: string
  readonly rows: readonly unknown[]
}

interface Parts {
  readonly text: string
  readonly pages: readonly { readonly link: Leaf; readonly isCurrent: boolean }[]
}

/**
 * Splits items into pages of at most `most` rows. A page has at least one item, even if the item
 * alone exceeds the limit.
 */
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

export function linesOf(text: string): number {
  return text.split('\n').reduce((sum, line) => sum + Math.ceil(line.length / 120), 0)
}

export function sectionPages<Each extends Section>(
  sections: readonly Each[],
  most: number,
  linesOfHead: (section: Each) => number = () => 1,
): readonly (readonly Each[])[] {
  const items = sections.flatMap((section) => {
    const lines = linesOfHead(section)
    // A section without rows consists only of its heading.
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

/**
 * Returns the address of a continuation page. No other page has a dot in its name, so the address
 * is unique.
 */
export function partTarget({ page }: Target, index: number): Target {
  return { page: index === 0 ? page : `${page}.${index + 1}` }
}

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
      body: { ...body, parts: partLinks(targets, at + 1) },
      entries: [],
    }
  })
  return { ...page, body: { ...first, parts: partLinks(targets, 0) }, parts }
}

function partLinks(targets: readonly Target[], current: number): Parts {
  return {
    text: `Part ${current + 1} of ${targets.length}`,
    pages: targets.map((to, index) => ({
      link: link(to, String(index + 1)),
      isCurrent: index === current,
    })),
  }
}
