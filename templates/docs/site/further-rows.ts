import { codeLink, type Leaf, link, prose, type Target } from '../page/leaf.ts'
import type { Page } from '../page/page.ts'
import { countText } from './count-text.ts'
import { fitSections, type Parts, partsOf } from './fit-sections.ts'
import { aroundCell, type GuideSection, sectionView } from './guide-page.ts'
import { inPages, largest, textSize } from './page-room.ts'

/** A table, or a text, of which a page has room for the beginning. */
export interface FurtherRows {
  /** Rows that stand on the page itself. */
  readonly count: number
  /** Where it goes on; undefined where it does not. */
  readonly link: Leaf | undefined
  /** The pages that it goes on at, of an owner that has this name. */
  readonly pages: (owner: Page, name: string) => readonly Page[]
}

interface Place {
  readonly to: Target
  /** Bytes around the body of a page. */
  readonly frame: number
  /** Bytes that the page itself has for it. */
  readonly room: number
}

/** Fits the table of a section into the room that a page has for it; `noun` says what a row is. */
export function fitRows(
  { to, frame, room }: Place,
  section: GuideSection,
  noun: string,
): FurtherRows {
  const view = sectionView(section)
  const [[first] = [], ...others] = fitSections(
    { frame, rest: Math.max(0, largest - frame - room) },
    [view],
    (row) => [row, ' '.repeat(aroundCell * row.length)],
  )
  const count = first?.rows.length ?? 0
  const left = section.rows.length - count
  // A name with a dot, which no other page has.
  const targets = others.map((_, at) => ({ page: `${to.page}/${section.id}.${at + 2}` }))
  const [next] = targets
  return {
    count,
    link: next && link(next, countText(left, `further ${noun}`)),
    pages: (owner, name) =>
      others.map((sections, at) =>
        partPage(owner, name, {
          to: targets[at] ?? to,
          title: `${section.title}, part ${at + 2}`,
          sections,
          parts: partsOf([{ ...to, fragment: section.id }, ...targets], at + 1),
        }),
      ),
  }
}

interface PartPage {
  readonly to: Target
  readonly title: string
  readonly sections: readonly object[]
  readonly parts: Parts
}

function partPage(owner: Page, name: string, { to, title, sections, parts }: PartPage): Page {
  return {
    path: to.page,
    template: 'guide',
    title: `${title} · ${name}`,
    description: `${name}: ${title.charAt(0).toLowerCase()}${title.slice(1)}`,
    crumbs: [...owner.crumbs, { link: codeLink({ page: owner.path }, name) }],
    previous: undefined,
    next: undefined,
    group: owner.group,
    within: owner.path,
    body: { title, description: `Of ${name}`, sections, parts },
    entries: [],
    ...(owner.document !== undefined && { document: owner.document }),
    ...(owner.source !== undefined && { source: owner.source }),
  }
}

interface FurtherText extends Pick<FurtherRows, 'link' | 'pages'> {
  /** What stands on the page itself. */
  readonly text: string | undefined
}

/** Fits a description into the room that a page has for it. */
export function fitText(place: Place, description: string | undefined): FurtherText {
  if (description === undefined || htmlOf(description) <= place.room) {
    return { text: description, link: undefined, pages: () => [] }
  }
  const [first = [], ...others] = inPages(blocksOf(description), {
    sizeOf: htmlOf,
    first: place.room,
    next: largest - place.frame - 3 * 1024,
  })
  const targets = others.map((_, at) => ({ page: `${place.to.page}/description.${at + 2}` }))
  const [next] = targets
  return {
    text: first.join(''),
    link: next && link(next, 'The description goes on'),
    pages: (owner, name) =>
      others.map((blocks, at) =>
        partPage(owner, name, {
          to: targets[at] ?? place.to,
          title: `Description, part ${at + 2}`,
          sections: [
            {
              id: 'description',
              title: 'Description',
              about: prose(blocks.join('')),
              head: [],
              rows: [],
              sample: undefined,
              isWide: false,
            },
          ],
          parts: partsOf([place.to, ...targets], at + 1),
        }),
      ),
  }
}

/** Markdown between empty lines; what a fence holds stays together. */
function blocksOf(text: string): readonly string[] {
  const blocks: string[] = []
  let fence = ''
  let block = ''
  for (const line of text.split(/(?<=\n)/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence === '' && mark !== undefined) fence = mark
    else if (mark?.startsWith(fence) === true) fence = ''
    block += line
    if (fence === '' && line.trim() === '') {
      blocks.push(block)
      block = ''
    }
  }
  return [...blocks, block]
}

/** About how many bytes of HTML prose takes. */
function htmlOf(markdown: string): number {
  return textSize(markdown) + 16 * (markdown.match(/\n|[*_`]/g)?.length ?? 0)
}
