import { codeLink, link, note } from '../page/leaf.ts'
import type { Page } from '../page/page.ts'
import { fixedPages } from './addresses.ts'
import type { SiteContext } from './context.ts'
import { guidePage, tableSection } from './guide-page.ts'
import { pagingText } from './requirements.ts'

/** How much fits into a call, and how to get the rest. */
export function limitsPage(context: SiteContext): Page | undefined {
  const { api, addresses } = context
  const members = api.groups.flatMap(({ methods }) => methods)
  return guidePage(context, {
    path: fixedPages.limits,
    title: 'Limits and paging',
    description: 'Sizes, windows and rates that the documents state, and how long lists are paged',
    sections: [
      tableSection({
        id: 'limits',
        title: 'Limits',
        about: undefined,
        head: ['Method', 'Limit'],
        rows: members.flatMap((method) =>
          [...new Set(method.limits.map(({ text }) => text))].map((text) => [
            codeLink(addresses.method(method), method.wire),
            note(text),
          ]),
        ),
      }),
      tableSection({
        id: 'paging',
        title: 'Paging',
        about: undefined,
        head: ['Method', 'How'],
        rows: members.flatMap((method) =>
          method.pagination === undefined
            ? []
            : [
                [
                  codeLink(addresses.method(method), method.wire),
                  note(pagingText(method.pagination)),
                ],
              ],
        ),
      }),
      tableSection({
        id: 'batches',
        title: 'Calls in one batch',
        about: undefined,
        head: ['Group', 'On public nodes'],
        rows: api.groups.flatMap((group) => {
          const { allowed, maxPublic } = group.route.batch
          if (allowed && maxPublic === undefined) return []
          const text = allowed ? `at most ${maxPublic ?? ''}` : 'none: one call in each request'
          return [[link(addresses.group(group), group.title), note(text)]]
        }),
      }),
    ],
  })
}
