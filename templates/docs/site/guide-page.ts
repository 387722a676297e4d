import type { Leaf } from '../page/leaf.ts'
import { type Page, type PageTitle, type SearchEntry, titled } from '../page/page.ts'
import type { SiteContext } from './context.ts'
import { linesOf, sectionPages, sectionTargets, withFurther } from './list-pages.ts'
import { homeCrumb } from './navigation.ts'

export type Cell = Leaf | readonly (Leaf | string)[]

export interface GuideSection {
  readonly id: string
  readonly title: string
  readonly about: Leaf | undefined
  readonly head: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
  readonly sample: Leaf | undefined
}

export interface Guide {
  readonly path: string
  readonly title: string
  readonly description: string
  readonly sections: readonly (GuideSection | undefined)[]
  readonly words?: readonly string[]
}

export function guidePage(context: SiteContext, guide: Guide): Page | undefined {
  const sections = guide.sections.filter((section) => section !== undefined)
  if (sections.length === 0) return undefined
  const { path, title, description } = guide
  const pages = sectionPages(sections.map(sectionView), mostLines, linesOfHead)
  const begun = sectionTargets({ page: path }, pages)
  const page: Page = {
    ...guideHead(context, title, description),
    path,
    template: 'guide',
    body: {},
    entries: [
      {
        kind: 'reference',
        name: title,
        to: { page: path },
        place: 'Reference',
        summary: description,
        words: sections.map((section) => section.title),
        phrases: guide.words ?? [],
      },
      ...sections.map((section) => ({
        kind: 'reference' as const,
        name: section.title,
        to: begun.get(section.id) ?? { page: path },
        place: title,
        summary: '',
        words: [],
      })),
    ],
  }
  return withFurther(
    page,
    pages.map((some) => ({ title, description, sections: some })),
  )
}

const mostLines = 250

function linesOfHead({ about }: SectionView): number {
  return 2 + (about !== undefined && 'text' in about ? linesOf(about.text) : 0)
}

interface SectionView extends Omit<GuideSection, 'rows'> {
  readonly isWide: boolean
  readonly rows: readonly (readonly {
    readonly label: string
    readonly values: readonly (Leaf | string)[]
  }[])[]
}

/**
 * Prepares a section for its template. Each cell also contains its column title, which narrow
 * screens show next to the cell.
 */
function sectionView({ rows, ...section }: GuideSection): SectionView {
  const { head } = section
  const cells = rows.map((row) =>
    row.map((cell, at) => ({ label: head[at] ?? '', values: 'leaf' in cell ? [cell] : cell })),
  )
  return { ...section, isWide: head.length > 2, rows: cells }
}

export function tableSection(
  section: Pick<GuideSection, 'id' | 'title' | 'about' | 'head' | 'rows'>,
): GuideSection | undefined {
  return section.rows.length === 0 ? undefined : { ...section, sample: undefined }
}

export function textSection(
  section: Pick<GuideSection, 'id' | 'title' | 'about' | 'sample'>,
): GuideSection {
  return { ...section, head: [], rows: [] }
}

export function guideHead(
  { options }: SiteContext,
  title: string,
  description: string,
): PageTitle & Pick<Page, 'description' | 'crumbs' | 'previous' | 'next' | 'group'> {
  return {
    ...titled(title, options.title),
    description,
    crumbs: [homeCrumb()],
    previous: undefined,
    next: undefined,
    group: undefined,
  }
}

export function referenceEntry(
  path: string,
  name: string,
  phrases: readonly string[],
): SearchEntry {
  const to = { page: path }
  return { kind: 'reference', name, to, place: 'Reference', summary: '', words: [], phrases }
}
