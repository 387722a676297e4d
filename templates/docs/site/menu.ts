import type { Group, Method } from 'rpcloom/model'
import { type Leaf, link } from '../page/leaf.ts'
import type { Page } from '../page/page.ts'
import { isLocal } from './access.ts'
import { type Addresses, fixedPages } from './addresses.ts'
import type { SiteContext } from './context.ts'
import { wirePrefix } from './wire-prefix.ts'

/** The menu as one page shows it: all groups, and the methods of the current one. */
export interface Menu {
  readonly guides: readonly MenuItem[]
  /** What stands above the groups. */
  readonly title: string
  readonly groups: readonly (MenuItem & {
    /** How many methods it has, where the menu shows all of them. */
    readonly count: number | undefined
    /** Where all of them are, where it does not. */
    readonly whole: Leaf | undefined
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
  const opened = openGroup(context, page)
  const item = (to: Leaf, path: string, isDeprecated = false): MenuItem => ({
    link: to,
    isCurrent: path === (page.within ?? page.path),
    isDeprecated,
  })
  return {
    guides: [
      item(link({ page: fixedPages.landing }, 'Overview'), fixedPages.landing),
      ...guides.map(({ path, name }) => item(link({ page: path }, name), path)),
    ],
    title: api.groups.length === 1 ? 'Methods' : 'Groups',
    groups: api.groups.map((group) => {
      const to = addresses.group(group)
      const isOpen = opened === group
      const shown = isOpen ? shownMethods(context, group, page) : []
      return {
        ...item(link(to, group.title), to.page, group.doc.deprecated !== undefined),
        count: shown.length === group.methods.length ? shown.length : undefined,
        whole:
          shown.length === group.methods.length || !isOpen
            ? undefined
            : link(to, `All of ${group.title}`),
        isLocal: isLocal(group),
        isOpen,
        methods: shown.map((method) => {
          const target = addresses.method(method)
          const name = shortName(method, group.namespaces.length)
          return item(link(target, name), target.page, method.doc.deprecated !== undefined)
        }),
      }
    }),
  }
}

/** The group whose methods the menu of a page shows: where there is but one, it is no choice to make. */
export function openGroup({ api }: SiteContext, page: Page): Group | undefined {
  const [first] = api.groups
  return api.groups.length === 1 ? first : api.groups.find(({ key }) => key === page.group)
}

/** Groups beyond this size show a part in each page: all of it in all pages would grow with the square. */
const largest = 160
const around = 30

/** The methods of the open group, or those around the current one: of many, one more is in the menus of few. */
export function shownMethods(context: SiteContext, group: Group, page: Page): readonly Method[] {
  const { methods } = group
  if (methods.length <= largest) return methods
  const current = indexByPath(context, group).get(page.within ?? page.path) ?? -1
  const start = Math.max(0, Math.min(current - around, methods.length - 2 * around))
  return methods.slice(start, start + 2 * around)
}

const indexes = new WeakMap<Addresses, Map<Group, ReadonlyMap<string, number>>>()

/** Where the method of a page stands in its group. */
function indexByPath({ addresses }: SiteContext, group: Group): ReadonlyMap<string, number> {
  const known = indexes.get(addresses) ?? new Map<Group, ReadonlyMap<string, number>>()
  indexes.set(addresses, known)
  const index =
    known.get(group) ??
    new Map(group.methods.map((method, at) => [addresses.method(method).page, at] as const))
  known.set(group, index)
  return index
}

/** Where all names begin alike, the beginning says nothing. */
function shortName(method: Method, namespaces: number): string {
  return namespaces > 1 ? method.wire : method.wire.slice(wirePrefix(method).length)
}
