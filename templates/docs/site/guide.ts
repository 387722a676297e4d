import { type Page, type PageTitle, type SearchEntry, titled } from '../page/page.ts'
import type { SiteContext } from './context.ts'
import { homeCrumb } from './navigation.ts'

/** The common head of pages other than those of groups, methods and schemas. */
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

/** Search entry of such a page: title, lead and further terms. */
export function guideEntry(path: string, title: string, words: readonly string[]): SearchEntry {
  return { kind: 'guide', name: title, to: { page: path }, place: 'Guides', summary: '', words }
}
