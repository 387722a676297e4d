import { jsonText } from 'rpcloom/codegen'
import { hashOf, keyOf } from 'rpcloom/codegen'
import type { Method } from 'rpcloom/model'
import type { Target } from '../page/leaf.ts'
import type { Page } from '../page/page.ts'
import { isLocal } from '../site/access.ts'
import { openGroup, shownMethods } from '../site/menu.ts'
import type { Site } from '../site/pages.ts'
import { mentionedWords, openMentions } from './mentions.ts'

/** Keys of a page, as HTML and as Markdown. While a key is unchanged, the page is not printed again. */
export interface PageKeys {
  readonly html: (page: Page) => string
  readonly markdown: (page: Page) => string
}

/**
 * Returns the keys of all pages. A page depends on its data and the options of the site; in HTML also on its
 * menu and on the names that its prose links. Templates are not included, since the engine tracks them.
 */
export function pageKeys(site: Site, names: ReadonlyMap<string, Target>): PageKeys {
  const { api, options, addresses } = site.context
  const groups = api.groups.map((group) => [
    [group.key, group.title, group.doc.deprecated !== undefined, isLocal(group)],
    addresses.group(group),
  ])
  const guides = site.guides.map(({ path, name }) => [path, name])
  const mentions = openMentions(names)
  const around = {
    html: keyOf([options, groups, guides, mentions.anywhere]),
    markdown: keyOf(options),
  }
  const menu = openMenus(site)
  return {
    html(page) {
      const { key, words } = ownKey(page)
      return keyOf(['html', around.html, menu(page), mentions.in(words), key])
    },
    markdown: (page) => keyOf(['markdown', around.markdown, ownKey(page).key]),
  }
}

/** Returns the part of a page's menu that depends on the methods of its group. */
function openMenus({ context }: Site): (page: Page) => string {
  const items = new Map<Method, string>()
  const itemOf = (method: Method): string => {
    const known = items.get(method)
    if (known !== undefined) return known
    const target = context.addresses.method(method)
    const item = keyOf([method.name, method.member, target, method.doc.deprecated !== undefined])
    items.set(method, item)
    return item
  }
  const menus = new Map<readonly Method[], string>()
  return (page) => {
    const group = openGroup(context, page)
    if (group === undefined) return ''
    const shown = shownMethods(context, group, page)
    const isWhole = shown.length === group.methods.length
    const menu = menus.get(shown) ?? keyOf([group.namespaces.length, isWhole, shown.map(itemOf)])
    menus.set(shown, menu)
    return menu
  }
}

interface OwnKey {
  readonly key: string
  /** Words in the prose of the page that may be names to link. */
  readonly words: readonly string[]
}

const keys = new WeakMap<Page, OwnKey>()

/**
 * Returns the key of the page's own data. Cached, since pages are large and most stay unchanged between runs.
 */
function ownKey(page: Page): OwnKey {
  const known = keys.get(page)
  if (known !== undefined) return known
  const json = jsonText({ ...page, entries: [], parts: [] })
  const own = { key: hashOf(json), words: mentionedWords(json) }
  keys.set(page, own)
  return own
}
