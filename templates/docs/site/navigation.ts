import { link } from '../page/leaf.ts'
import type { Crumb, NextLink, Page } from '../page/page.ts'
import { fixedPages } from './addresses.ts'

/** The way back to the landing page. */
export function homeCrumb(): Crumb {
  return { link: link({ page: fixedPages.landing }, 'Reference') }
}

/** The elements before and after one, as links. */
export function neighbours<Item>(
  items: readonly Item[],
  item: Item,
  linkTo: (item: Item) => NextLink,
): Pick<Page, 'previous' | 'next'> {
  const index = items.indexOf(item)
  const before = index > 0 ? items[index - 1] : undefined
  const after = items[index + 1]
  return {
    previous: before === undefined ? undefined : linkTo(before),
    next: after === undefined ? undefined : linkTo(after),
  }
}
