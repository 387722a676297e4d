import { type GuideFault, type GuideFile } from 'rpcloom/codegen'
import { posix } from 'node:path'
import { fixedPages } from '../site/addresses.ts'
import { createFileNames, createHeadingIds } from '../site/unique-names.ts'
import { readFrontMatter, type FrontMatter } from './front-matter.ts'
import { decoded, guideParts, type GuidePart } from './guide-parts.ts'

/** A guide that is read, whose links are not yet resolved. */
export interface Guide extends FrontMatter {
  /** Path of the file, relative to the project root. */
  readonly file: string
  readonly page: string
  readonly title: string
  /** ID of the heading that is the title in the file. */
  readonly titleId?: string
  /** Text of the file. */
  readonly text: string
  readonly parts: readonly GuidePart[]
  readonly faults: readonly GuideFault[]
  /** The section of the index that lists the guide. */
  readonly section?: GuideSection
}

/** A section of the menu: a heading of the index. */
export interface GuideSection {
  readonly title: string
  readonly id: string
}

/** IDs of elements that all pages have. */
const taken = ['content', 'menu', 'search', 'methods-used']

/** Whether a guide is the index of all guides, which becomes the landing page. */
export function isIndex({ page }: Guide): boolean {
  return page === fixedPages.landing
}

/**
 * Reads guides and sorts them. A file `index.md` or `README.md` is the index: the others are in the order of its links,
 * in sections by its headings. Without an index, those with `order` come first, and the others keep their order.
 */
export function readGuides(files: readonly GuideFile[]): readonly Guide[] {
  const names = createFileNames(['index'])
  const indexFile = files.find(({ path }) => /^(?:index|README)\.md$/.test(posix.basename(path)))
  const guides = files.map((file) => {
    if (file === indexFile) return readGuide(file, fixedPages.landing)
    const name = names.choose(posix.basename(file.path).replace(/\.\w+$/, ''))
    return readGuide(file, `guides/${name}`)
  })
  const index = guides.find(isIndex)
  const listed = index === undefined ? [] : listedIn(index)
  const place = ({ file }: Guide): number => listed.findIndex((one) => one.file === file)
  const order = (guide: Guide): number => {
    if (place(guide) >= 0) return place(guide) - listed.length
    return guide.order ?? Infinity
  }
  return guides
    .map((guide) => {
      const section = listed[place(guide)]?.section
      return section === undefined ? guide : { ...guide, section }
    })
    .sort((a, b) => (order(a) === order(b) ? 0 : order(a) - order(b)))
}

/** Returns the files to which the sections of the index link, each in its first section. */
function listedIn(
  index: Guide,
): readonly { readonly file: string; readonly section: GuideSection }[] {
  let section: GuideSection | undefined
  const found = new Map<string, GuideSection>()
  for (const part of index.parts) {
    if (part.kind === 'heading' && part.level === 2) section = { title: part.text, id: part.id }
    if (part.kind !== 'prose' || section === undefined) continue
    for (const { href } of part.links) {
      const file = linkedFile(index, href)
      if (!found.has(file)) found.set(file, section)
    }
  }
  return [...found].map(([file, inside]) => ({ file, section: inside }))
}

/** Returns the path of the file to which a link of a guide leads, relative to the project root. */
export function linkedFile(guide: Pick<Guide, 'file'>, href: string): string {
  const [path = ''] = decoded(href).split('#')
  return path === '' ? guide.file : posix.join(posix.dirname(guide.file), path)
}

function readGuide({ path, text }: GuideFile, page: string): Guide {
  const { front, lines, faults } = readFrontMatter(path, text)
  const body = text.split('\n').slice(lines).join('\n')
  const parts = guideParts(body, { ids: createHeadingIds(taken), from: lines })
  const [first] = parts
  const heading = first?.kind === 'title' ? first : undefined
  const title = front.title ?? heading?.text
  const missing = {
    path,
    message: 'The guide has no title: start it with a heading (`# Title`), or set `title`.',
    line: 1,
    column: 1,
  }
  return {
    ...front,
    file: path,
    text,
    page,
    title: title ?? posix.basename(page),
    ...(heading !== undefined && { titleId: heading.id }),
    parts: parts.filter(({ kind }) => kind !== 'title'),
    faults: title === undefined ? [...faults, missing] : faults,
  }
}
