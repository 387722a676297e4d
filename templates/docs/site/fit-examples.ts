import { link, type Leaf, type Target } from '../page/leaf.ts'
import type { Page } from '../page/page.ts'
import type { Example } from './examples.ts'
import { cutBlock, sizeOfCode } from './cut-block.ts'
import { inPages, largest, leastOfTrees, type PageRoom, sizeOfText } from './page-room.ts'

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

/** Room that the first example has, however much else its page says. */
const leastOfFirst = 8 * 1024

/** The first example stays with its method, cut where it must be, others as long as there is room beside the fields. */
export function fitExamples(place: PageRoom, examples: readonly Example[]): FittedExamples {
  const room = largest - leastOfTrees - place.frame - sizeOfText(place.rest)
  const next = largest - place.frame
  const cut = examples.map((example, index) =>
    cutExample(example, index === 0 ? Math.max(room, leastOfFirst) : next),
  )
  const [shown = [], ...others] = inPages(cut, {
    sizeOf: sizeOfExample,
    first: room,
    next,
  })
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

/** About how many bytes of HTML an example takes. */
function sizeOfExample({ name, about, samples, request, response }: Example): number {
  const blocks = [...samples.map(({ code }) => code), request, ...(response ? [response] : [])]
  return blocks.reduce(
    (sum, block) => sum + sizeOfCode(block.leaf === 'block' ? block.text : ''),
    sizeOfText([name, about]) + 400,
  )
}

/** An example that no page has room for is shown as far as one has. */
function cutExample(example: Example, room: number): Example {
  if (sizeOfExample(example) <= room) return example
  const { samples, request, response } = example
  const each = (room - 400) / (samples.length + 2)
  return {
    ...example,
    samples: samples.map((sample) => ({ ...sample, code: cutBlock(sample.code, each) })),
    request: cutBlock(request, each),
    response: cutBlock(response, each),
  }
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
