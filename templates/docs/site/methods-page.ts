import type { Page } from '../page/page.ts'
import { link } from '../page/leaf.ts'
import { fixedPages } from './addresses.ts'
import type { SiteContext } from './context.ts'
import { guideHead } from './guide.ts'
import { methodRow } from './method-list.ts'

/** Every method of every group, to be filtered or searched with the browser's own search. */
export function methodsPage(context: SiteContext): Page {
  const { api, addresses } = context
  const groups = api.groups.map((group, index) => ({
    id: `group-${index + 1}`,
    title: link(addresses.group(group), group.title),
    rows: group.methods.map((method) => methodRow(context, group, method)),
  }))
  const count = api.groups.reduce((sum, { methods }) => sum + methods.length, 0)
  return {
    ...guideHead(context, 'All methods', `All ${count} methods in one list, by group`),
    path: fixedPages.methods,
    template: 'methods',
    body: { count, groups },
    entries: [],
  }
}
