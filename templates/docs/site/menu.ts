import type { Group, Method } from 'rpcloom/model'
import { type Leaf, link } from '../page/leaf.ts'
import type { Page } from '../page/page.ts'
import { isLocal } from './access.ts'
import { fixedPages } from './addresses.ts'
import type { SiteContext } from './context.ts'

/** The menu as one page shows it: all groups, and the methods of the current one. */
export interface Menu {
  readonly guides: readonly MenuItem[]
  readonly groups: readonly (MenuItem & {
    readonly count: number
    readonly isLocal: boolean
    readonly isOpen: boolean
    readonly methods: readonly MenuItem[]
  })[]
}

interface MenuItem {
  readonly link: Leaf
  readonly isCurrent: boolean
  readonly isDeprecated: boolean
}

/** The menu of a page. */
export function menuOf(context: SiteContext, guides: readonly Page[], page: Page): Menu {
  const { api, addresses } = context
  const item = (to: Leaf, path: string, isDeprecated = false): MenuItem => ({
    link: to,
    isCurrent: path === (page.within ?? page.path),
    isDeprecated,
  })
  return {
    guides: [
      item(link({ page: fixedPages.landing }, 'Overview'), fixedPages.landing),
      ...guides.map(({ path, title }) => item(link({ page: path }, shortTitle(title)), path)),
    ],
    groups: api.groups.map((group) => {
      const to = addresses.group(group)
      const isOpen = page.group === group.key
      return {
        ...item(link(to, group.title), to.page, group.doc.deprecated !== undefined),
        count: group.methods.length,
        isLocal: isLocal(group),
        isOpen,
        methods: isOpen
          ? shownMethods(context, group, page).map((method) => {
              const target = addresses.method(method)
              const name = shortName(method.wire, group.namespaces.length)
              return item(link(target, name), target.page, method.doc.deprecated !== undefined)
            })
          : [],
      }
    }),
  }
}

/** Groups beyond this size show a part in each page: all of it in all pages would grow with the square. */
const largest = 160
const around = 30

/** How many methods the menu shows of a group with so many. */
export function shownAtMost(count: number): number {
  return count <= largest ? count : 2 * around
}

/** The methods of the open group, or those around the current one. */
function shownMethods(
  { addresses }: SiteContext,
  { methods }: Group,
  page: Page,
): readonly Method[] {
  if (methods.length <= largest) return methods
  const current = methods.findIndex(
    (method) => addresses.method(method).page === (page.within ?? page.path),
  )
  const start = Math.max(0, Math.min(current - around, methods.length - 2 * around))
  return methods.slice(start, start + 2 * around)
}

function shortTitle(title: string): string {
  return title.split(' · ')[0] ?? title
}

/** Where all names begin alike, the beginning says nothing. */
function shortName(wire: string, namespaces: number): string {
  const rest = namespaces > 1 ? undefined : /^[^._/]+[._/](.+)$/.exec(wire)?.[1]
  return rest ?? wire
}
