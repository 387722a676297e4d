import { link } from '../page/leaf.ts'
import type { Crumb, NextLink, Page } from '../page/page.ts'
import { fixedPages } from './addresses.ts'

/** The way back to the landing page. */
export function homeCrumb(): Crumb {
  return { link: link({ page: fixedPages.landing }, 'Reference') }
}

/** What stands before and after something in the order of reading. */
export interface Beside<Item> {
  readonly before: Item | undefined
  readonly after: Item | undefined
}

/** The elements before and after one of a list. */
export function besideOf<Item>(items: readonly Item[], index: number): Beside<Item> {
  return { before: index > 0 ? items[index - 1] : undefined, after: items[index + 1] }
}

/** The same as links. */
export function neighbours<Item>(
  { before, after }: Beside<Item>,
  linkTo: (item: Item) => NextLink,
): Pick<Page, 'previous' | 'next'> {
  return {
    previous: before === undefined ? undefined : linkTo(before),
    next: after === undefined ? undefined : linkTo(after),
  }
}
