import type { Page } from '../page/page.ts'
import type { SiteContext } from './context.ts'
import { homeCrumb } from './navigation.ts'

/** What pages beside those of groups, methods and schemas begin with. */
export function guideHead(
  { options }: SiteContext,
  title: string,
  description: string,
): Pick<Page, 'title' | 'description' | 'crumbs' | 'previous' | 'next' | 'group'> {
  return {
    title: `${title} · ${options.title}`,
    description,
    crumbs: [homeCrumb()],
    previous: undefined,
    next: undefined,
    group: undefined,
  }
}
