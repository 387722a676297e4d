import { jsonText } from 'rpcloom/codegen'
import type { Limit, Method } from 'rpcloom/model'
import { codeLink, note } from '../page/leaf.ts'
import type { Page } from '../page/page.ts'
import { fixedPages } from './addresses.ts'
import type { SiteContext } from './context.ts'
import { guidePage, tableSection } from './guide-page.ts'
import { pagingText } from './requirements.ts'

export function limitsPage(context: SiteContext): Page | undefined {
  const { api, addresses } = context
  const members = api.groups.flatMap(({ methods }) => methods)
  return guidePage(context, {
    path: fixedPages.limits,
    title: 'Limits and pagination',
    description: 'Size limits, rate limits and pagination',
    sections: [
      tableSection({
        id: 'limits',
        title: 'Limits',
        about: undefined,
        head: ['Subject', 'Limit', 'Methods'],
        rows: limitsOf(members).map(({ subject, text, methods }) => [
          note(subject),
          note(text),
          methods.map((method) => codeLink(addresses.method(method), method.name)),
        ]),
      }),
      tableSection({
        id: 'paging',
        title: 'Pagination',
        about: undefined,
        head: ['Method', 'Description'],
        rows: members.flatMap((method) =>
          method.pagination === undefined
            ? []
            : [
                [
                  codeLink(addresses.method(method), method.name),
                  note(pagingText(method.pagination)),
                ],
              ],
        ),
      }),
    ],
  })
}

interface SharedLimit extends Limit {
  readonly methods: readonly Method[]
}

function limitsOf(methods: readonly Method[]): readonly SharedLimit[] {
  const found = new Map<string, { readonly limit: Limit; readonly of: Set<Method> }>()
  for (const method of methods) {
    for (const limit of method.limits) {
      const key = jsonText([limit.subject, limit.text.replace(/\.$/, '')])
      const known = found.get(key) ?? { limit, of: new Set() }
      found.set(key, { ...known, of: known.of.add(method) })
    }
  }
  return [...found.values()].map(({ limit, of }) => ({ ...limit, methods: [...of] }))
}
