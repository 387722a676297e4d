import { link, type Leaf, type Target } from '../page/leaf.ts'
import type { Page } from '../page/page.ts'
import type { Example } from './examples.ts'
import { largest, leastOfTrees, type PageRoom, sizeOfText } from './page-room.ts'

/** The examples that the page of a method has room for, and where the others are. */
export interface FittedExamples {
  readonly shown: readonly Example[]
  /** Links at the places that the others would have. */
  readonly further: readonly { readonly id: string; readonly link: Leaf }[]
  readonly pages: readonly ExamplesPart[]
}

/** Examples on a page of their own. */
interface ExamplesPart {
  readonly to: Target
  readonly examples: readonly Example[]
}

/** The first example stays with its method whatever its size, others as long as there is room beside the fields. */
export function fitExamples(place: PageRoom, examples: readonly Example[]): FittedExamples {
  const room = largest - leastOfTrees - place.frame - sizeOfText(place.rest)
  const [shown = [], ...others] = inPages(examples, room, largest - place.frame)
  const pages = others.map((some, index) => ({
    // A name with a dot, which no other page has.
    to: { page: `${place.to.page}/examples.${index + 2}` },
    examples: some,
  }))
  return {
    shown,
    further: pages.flatMap(({ to, examples: some }) =>
      some.map(({ id, name }) => ({ id, link: link({ ...to, fragment: id }, name) })),
    ),
    pages,
  }
}

/** Examples in their order, as many on each page as it has room for: the first page has its own. */
function inPages(
  examples: readonly Example[],
  first: number,
  next: number,
): readonly (readonly Example[])[] {
  const pages: Example[][] = []
  let left = 0
  for (const example of examples) {
    const size = sizeOfExample(example)
    const page = pages.at(-1)
    if (page !== undefined && size <= left) {
      page.push(example)
      left -= size
    } else {
      left = (pages.length === 0 ? first : next) - size
      pages.push([example])
    }
  }
  return pages
}

/** What is coloured in code, about. */
const coloured =
  /"(?:[^"\\]|\\.)*"|'[^']*'|\b\d|\b(?:true|false|null|import|from|const|await)\b|\w(?=\()/g

/** About how many bytes of HTML an example takes. */
function sizeOfExample({ name, about, samples, request, response }: Example): number {
  const blocks = [...samples.map(({ code }) => code), request, ...(response ? [response] : [])]
  const code = blocks.map((block) => (block.leaf === 'block' ? block.text : ''))
  return code.reduce(
    (sum, text) => {
      const marks =
        7 * (text.match(coloured)?.length ?? 0) + 4 * (text.match(/[&<>]/g)?.length ?? 0)
      return sum + Buffer.byteLength(text) + marks + 150
    },
    sizeOfText([name, about]) + 400,
  )
}

/** The pages of the examples that had no room on the page of their method. */
export function examplesPages(owner: Page, back: Leaf, pages: readonly ExamplesPart[]): Page[] {
  const name = back.leaf === 'link' ? back.text : ''
  return pages.map(({ to, examples }, index) => ({
    path: to.page,
    template: 'examples',
    title: `Examples ${index + 2} · ${name}`,
    description: `${name}: further examples, part ${index + 2}`,
    crumbs: [...owner.crumbs, { link: back }],
    previous: undefined,
    next: undefined,
    group: owner.group,
    within: owner.path,
    body: {
      back,
      examples: examples.map((example, at) => ({ ...example, isFirst: at === 0 })),
    },
    entries: [],
    ...(owner.document !== undefined && { document: owner.document }),
    ...(owner.source !== undefined && { source: owner.source }),
  }))
}
