import { link } from '../page/leaf.ts'
import type { Crumb, NextLink, Page } from '../page/page.ts'
import type { GuideSection } from '../guides/read-guides.ts'
import { fixedPages } from './addresses.ts'

export function homeCrumb(): Crumb {
  return { link: link({ page: fixedPages.landing }, 'Reference') }
}

/** Returns the link to the list on the landing page that has a guide. */
export function guidesCrumb(
  { id, title }: GuideSection = { id: 'guides', title: 'Guides' },
): Crumb {
  return { link: link({ page: fixedPages.landing, fragment: id }, title) }
}

export interface Beside<Item> {
  readonly before: Item | undefined
  readonly after: Item | undefined
}

export function besideOf<Item>(items: readonly Item[], index: number): Beside<Item> {
  return { before: index > 0 ? items[index - 1] : undefined, after: items[index + 1] }
}

export function neighbours<Item>(
  { before, after }: Beside<Item>,
  linkTo: (item: Item) => NextLink,
): Pick<Page, 'previous' | 'next'> {
  return {
    previous: before === undefined ? undefined : linkTo(before),
    next: after === undefined ? undefined : linkTo(after),
  }
}
