import type { Page } from '../page/page.ts'
import { link } from '../page/leaf.ts'
import { badges, methodBadges } from './access.ts'
import { fixedPages } from './addresses.ts'
import type { Member, SiteContext } from './context.ts'
import { guideEntry, guideHead } from './guide.ts'
import { methodRow } from './method-list.ts'

/** Every method of every group, to be filtered or searched with the browser's own search. */
export function methodsPage(context: SiteContext): Page {
  const { api, addresses } = context
  const groups = api.groups.map((group, index) => ({
    id: `group-${index + 1}`,
    title: link(addresses.group(group), group.title),
    rows: group.methods.map((method) => ({
      ...methodRow(context, group, method),
      labels: labelsOf(context, { group, method }).join('|'),
    })),
  }))
  const count = api.groups.reduce((sum, { methods }) => sum + methods.length, 0)
  return {
    ...guideHead(context, 'All methods', `All ${count} methods in one list, by group`),
    path: fixedPages.methods,
    template: 'methods',
    body: { count, groups, labels: usedLabels(context) },
    entries: [guideEntry(fixedPages.methods, 'All methods', ['list', 'index'])],
  }
}

const known = new Set(Object.values(badges).map(({ text }) => text))

function labelsOf(context: SiteContext, member: Member): readonly string[] {
  return methodBadges(context, member).flatMap(({ text }) => (known.has(text) ? [text] : []))
}

/** The labels that tell methods apart, in the order of the legend. */
function usedLabels(context: SiteContext): readonly string[] {
  const all = context.api.groups.flatMap((group) =>
    group.methods.map((method) => labelsOf(context, { group, method })),
  )
  return [...known].filter((label) => {
    const count = all.filter((labels) => labels.includes(label)).length
    return count > 0 && count < all.length
  })
}
