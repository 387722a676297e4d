import type { Page } from '../page/page.ts'
import { fixedPages } from './addresses.ts'
import type { SiteContext } from './context.ts'
import { guideHead } from './guide.ts'

/** What is shown in place of a page that is not there. */
export function missingPage(context: SiteContext): Page {
  return {
    ...guideHead(context, 'Not found', 'There is no such page'),
    path: fixedPages.missing,
    template: 'missing',
    body: {},
    entries: [],
  }
}
