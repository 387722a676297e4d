import { type GuideFault, type GuideFile } from 'rpcloom/codegen'
import { posix } from 'node:path'
import { createFileNames, createIds } from '../site/unique-names.ts'
import { readFrontMatter, type FrontMatter } from './front-matter.ts'
import { guideParts, type GuidePart } from './guide-parts.ts'

/** A guide that is read, whose links are not yet resolved. */
export interface Guide extends FrontMatter {
  /** Path of the file, relative to the project root. */
  readonly file: string
  readonly page: string
  readonly title: string
  /** Text of the file. */
  readonly text: string
  readonly parts: readonly GuidePart[]
  readonly faults: readonly GuideFault[]
}

/** IDs of elements that all pages have. */
const taken = ['content', 'menu', 'search', 'methods-used']

/** Reads guides and sorts them: those with `order` come first, the others keep their order. */
export function readGuides(files: readonly GuideFile[]): readonly Guide[] {
  const names = createFileNames(['index'])
  const order = ({ order: at = Infinity }: Guide): number => at
  return files
    .map((file) => readGuide(file, names.choose(posix.basename(file.path).replace(/\.\w+$/, ''))))
    .sort((a, b) => (order(a) === order(b) ? 0 : order(a) - order(b)))
}

function readGuide({ path, text }: GuideFile, name: string): Guide {
  const { front, lines, faults } = readFrontMatter(path, text)
  const body = text.split('\n').slice(lines).join('\n')
  const parts = guideParts(body, createIds(taken), lines)
  const [first] = parts
  const title = front.title ?? (first?.kind === 'title' ? first.text : undefined)
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
    page: `guides/${name}`,
    title: title ?? name,
    parts: parts.filter(({ kind }) => kind !== 'title'),
    faults: title === undefined ? [...faults, missing] : faults,
  }
}
