import { link, type Leaf, type Target } from '../page/leaf.ts'
import { type Page, titled } from '../page/page.ts'
import { cutBlock } from './shortened.ts'
import type { Example } from './examples.ts'
import { partPage } from './fields-page.ts'
import { inPages, linesOf } from './list-pages.ts'

const mostLines = 680

export interface ExamplePages {
  readonly shown: readonly Example[]
  /** Links to examples on other pages. `id` is the ID that the example would have on this page. */
  readonly further: readonly { readonly id: string; readonly link: Leaf }[]
  readonly pages: readonly { readonly to: Target; readonly examples: readonly Example[] }[]
}

export function examplePages(
  to: Target,
  examples: readonly Example[],
  fieldLines: number,
): ExamplePages {
  const [shown = [], ...others] = inPages(
    examples.map(cutExample),
    mostLines - fieldLines,
    linesOfExample,
  )
  const pages = others.map((some, index) => ({
    // No other page has a dot in its name, so the path is unique.
    to: { page: `${to.page}/examples.${index + 2}` },
    examples: some,
  }))
  return {
    shown,
    further: pages.flatMap((page) =>
      page.examples.map(({ id, name }) => ({ id, link: link({ ...page.to, fragment: id }, name) })),
    ),
    pages,
  }
}

function cutExample(example: Example): Example {
  const { samples, request, response } = example
  return {
    ...example,
    samples: samples.map((sample) => ({ ...sample, code: cutBlock(sample.code) })),
    request: cutBlock(request),
    response: cutBlock(response),
  }
}

function linesOfExample({ samples, request, response }: Example): number {
  return [...samples.map(({ code }) => code), request, response].reduce(
    (sum, code) => sum + (code?.leaf === 'block' ? linesOf(code.text) : 0),
    0,
  )
}

export function examplesPages(owner: Page, back: Leaf, pages: ExamplePages['pages']): Page[] {
  const name = back.leaf === 'link' ? back.text : ''
  return pages.map(({ to, examples }, index) =>
    partPage(owner, {
      path: to.page,
      template: 'examples',
      ...titled(`Examples ${index + 2}`, name),
      description: `${name}: further examples, part ${index + 2}`,
      crumbs: [...owner.crumbs, { link: back }],
      body: {
        back,
        examples: examples.map((example, at) => ({ ...example, isFirst: at === 0 })),
      },
    }),
  )
}
