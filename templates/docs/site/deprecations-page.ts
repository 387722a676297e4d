import type { Deprecation } from 'rpcloom/model'
import { codeLink, type Leaf, link, note } from '../page/leaf.ts'
import type { Page } from '../page/page.ts'
import { fixedPages } from './addresses.ts'
import type { Near } from './catalogue.ts'
import type { SiteContext } from './context.ts'
import { deprecationBox } from './deprecation.ts'
import { guidePage, tableSection } from './guide-page.ts'

export function deprecationsPage(context: SiteContext): Page | undefined {
  const { api, addresses } = context
  const row = (name: Leaf, deprecation: Deprecation, near: Near): readonly Leaf[] => {
    const box = deprecationBox(context, deprecation, near)
    return [name, note(box?.since ?? ''), box?.replacement ?? note(''), box?.reason ?? note('')]
  }
  const head = ['Name', 'Since', 'Use instead', 'Why']
  return guidePage(context, {
    path: fixedPages.deprecations,
    title: 'Deprecations',
    description: 'Deprecated groups and methods, and what to use instead',
    words: ['deprecated', 'removed methods', 'old methods', 'replacement'],
    sections: [
      tableSection({
        id: 'groups',
        title: 'Groups',
        about: undefined,
        head,
        rows: api.groups.flatMap((group) => {
          const { deprecated } = group.doc
          if (deprecated === undefined) return []
          return [row(link(addresses.group(group), group.title), deprecated, group)]
        }),
      }),
      tableSection({
        id: 'methods',
        title: 'Methods',
        about: undefined,
        head,
        rows: api.groups.flatMap((group) =>
          group.methods.flatMap((method) => {
            const { deprecated } = method.doc
            if (deprecated === undefined) return []
            return [row(codeLink(addresses.method(method), method.name), deprecated, group)]
          }),
        ),
      }),
    ],
  })
}
