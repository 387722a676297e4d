import { hashOf, jsonText, keyOf } from 'rpcloom/codegen'
import type { Target } from '../page/leaf.ts'
import type { Page } from '../page/page.ts'
import { isLocal } from '../site/access.ts'
import type { Site } from '../site/pages.ts'

/**
 * Cache keys of a page, as HTML and as Markdown. A page with an unchanged key is not printed again.
 */
export interface PageKeys {
  readonly html: (page: Page) => string
  readonly markdown: (page: Page) => string
}

/**
 * Returns the cache keys of all pages. A key covers the data of the page and the options of the
 * site, and the names that become links in prose. The key for HTML also covers the menu. Templates
 * are not covered, because the engine tracks them.
 */
export function pageKeys(site: Site, names: ReadonlyMap<string, Target>): PageKeys {
  const { api, options, addresses } = site.context
  const groups = api.groups.map((group) => [
    [group.key, group.title, group.doc.deprecated !== undefined, isLocal(group)],
    addresses.group(group),
    group.methods.map(({ name, member, doc, tags }) => [
      name,
      member,
      doc.deprecated !== undefined,
      tags,
    ]),
    group.tags.map(({ name }) => name),
  ])
  const pages = [site.guides, site.reference].map((some) =>
    some.map(({ path, name, section }) => [path, name, section]),
  )
  const markdown = keyOf([options, [...names]])
  const html = keyOf([markdown, groups, pages])
  return {
    html: (page) => keyOf(['html', html, ownKey(page)]),
    markdown: (page) => keyOf(['markdown', markdown, ownKey(page)]),
  }
}

const keys = new WeakMap<Page, string>()

function ownKey(page: Page): string {
  const key = keys.get(page) ?? hashOf(jsonText({ ...page, entries: [], parts: [] }))
  keys.set(page, key)
  return key
}
