import { type Leaf, link, type Target } from '../page/leaf.ts'
import type { Page } from '../page/page.ts'
import { inPages, largest, sizeOfRow, textSize } from './page-room.ts'

/** Rows under a heading. */
export interface Section {
  readonly id: string
  readonly rows: readonly unknown[]
}

/** Ways between the pages of a list; undefined on a list that has but one. */
export interface Parts {
  readonly text: string
  readonly pages: readonly { readonly link: Leaf; readonly isCurrent: boolean }[]
}

interface Item<Each extends Section> {
  readonly section: Each
  readonly isHead: boolean
  readonly row: Each['rows'][number]
}

/** The sections of a list as each of its pages has them: one that goes on is on several, and one page there is. */
export function fitSections<Each extends Section>(
  { frame, rest }: { readonly frame: number; readonly rest: number },
  sections: readonly Each[],
  shownOf: (row: Each['rows'][number]) => unknown = (row) => row,
): readonly (readonly Each[])[] {
  const items = sections.flatMap((section): Item<Each>[] => {
    const [first, ...others] = section.rows
    return [
      { section, isHead: true, row: first },
      ...others.map((row) => ({ section, isHead: false, row })),
    ]
  })
  const next = largest - frame - reserve
  const pages = inPages(items, {
    sizeOf: ({ section, isHead, row }) =>
      sizeOfRow(row === undefined ? '' : shownOf(row)) +
      (isHead ? 200 + textSize({ ...section, rows: [] }) : 0),
    first: next - rest,
    next,
  })
  return pages.length === 0 ? [[]] : pages.map(onOnePage)
}

/** For the ways between pages, and for what is not counted to the byte. */
const reserve = 3 * 1024

function onOnePage<Each extends Section>(items: readonly Item<Each>[]): readonly Each[] {
  const bySection = new Map<Each, Item<Each>[]>()
  for (const item of items) {
    const own = bySection.get(item.section) ?? []
    own.push(item)
    bySection.set(item.section, own)
  }
  return [...bySection].map(([section, own]) =>
    section.rows.length <= own.length ? section : { ...section, rows: own.map(({ row }) => row) },
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
  const [name = page.title, ...place] = page.title.split(' · ')
  const parts = others.map((body, at): Page => {
    const title = `${name}, part ${at + 2}`
    return {
      ...page,
      path: partTarget(to, at + 1).page,
      title: [title, ...place].join(' · '),
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
export function partsOf(targets: readonly Target[], current: number): Parts {
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
