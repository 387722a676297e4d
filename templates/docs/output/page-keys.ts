import { keyOf } from 'rpcloom/emit'
import type { Target } from '../page/leaf.ts'
import type { Page } from '../page/page.ts'
import { isLocal } from '../site/access.ts'
import type { Site } from '../site/pages.ts'

/** Keys of the pages in either form: a page whose key stayed is not printed again. */
export interface PageKeys {
  readonly html: (page: Page) => string
  readonly markdown: (page: Page) => string
}

/**
 * A page is made of itself, of the site's options and, in HTML, of the menu and of the names that code in
 * prose may link to; templates are the engine's to watch.
 */
export function pageKeys(site: Site, names: ReadonlyMap<string, Target>): PageKeys {
  const { api, options, addresses } = site.context
  const menu = api.groups.map((group) => [
    [group.key, group.title, group.doc.deprecated !== undefined, isLocal(group)],
    [addresses.group(group), group.namespaces.length],
    group.methods.map((method) => [
      method.wire,
      addresses.method(method),
      method.doc.deprecated !== undefined,
    ]),
  ])
  const guides = site.guides.map(({ path, title }) => [path, title])
  const around = { html: keyOf([options, menu, guides, [...names]]), markdown: keyOf(options) }
  return {
    html: (page) => keyOf(['html', around.html, ownKey(page)]),
    markdown: (page) => keyOf(['markdown', around.markdown, ownKey(page)]),
  }
}

const keys = new WeakMap<Page, string>()

/** Pages are long, and many stay the same from run to run. */
function ownKey(page: Page): string {
  const known = keys.get(page) ?? keyOf({ ...page, entries: [] })
  keys.set(page, known)
  return known
}
