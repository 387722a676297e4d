import type { Page } from '../page/page.ts'
import { codeLink, link, note } from '../page/leaf.ts'
import { badges, methodBadges } from './access.ts'
import { fixedPages } from './addresses.ts'
import { sectionPages, withFurther } from './list-pages.ts'
import type { Member } from './catalogue.ts'
import type { SiteContext } from './context.ts'
import { referenceEntry, guideHead } from './guide-page.ts'
import { summaryOf } from './summary.ts'

const mostRows = 300

export function methodsPage(context: SiteContext): Page {
  const { api, addresses } = context
  const groups = api.groups.map((group, index) => ({
    id: `group-${index + 1}`,
    title: link(addresses.group(group), group.title),
    rows: group.methods.map((method) => ({
      link: codeLink(addresses.method(method), method.name),
      about: note(summaryOf(method.doc)),
      labels: labelsOf(context, { group, method }).join('|'),
    })),
  }))
  const count = api.groups.reduce((sum, { methods }) => sum + methods.length, 0)
  const pages = sectionPages(groups, mostRows)
  const labels = usedLabels(context)
  const page: Page = {
    ...guideHead(context, 'All methods', `All ${count} methods in one list`),
    path: fixedPages.methods,
    template: 'methods',
    body: {},
    entries: [
      referenceEntry(fixedPages.methods, 'All methods', [
        'list of methods',
        'index',
        'functions',
        'endpoints',
      ]),
    ],
  }
  const bodies = pages.map((some) => ({ count, groups: some, labels, hasFilter: count > 0 }))
  return withFurther(page, bodies)
}

const known = new Set(Object.values(badges).map(({ text }) => text))

function labelsOf(context: SiteContext, member: Member): readonly string[] {
  return methodBadges(context, member).flatMap(({ text }) => (known.has(text) ? [text] : []))
}

function usedLabels(context: SiteContext): readonly string[] {
  const all = context.api.groups.flatMap((group) =>
    group.methods.map((method) => labelsOf(context, { group, method })),
  )
  return [...known].filter((label) => {
    const count = all.filter((labels) => labels.includes(label)).length
    return count > 0 && count < all.length
  })
}
