import type { Page } from '../page/page.ts'
import { fixedPages } from './addresses.ts'
import type { SiteContext } from './context.ts'
import { guideHead } from './guide.ts'

/** The 404 page. */
export function missingPage(context: SiteContext): Page {
  return {
    ...guideHead(context, 'Not found', 'Page not found'),
    path: fixedPages.missing,
    template: 'missing',
    body: {},
    entries: [],
  }
}
