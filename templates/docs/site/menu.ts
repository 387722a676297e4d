import type { Group, Method } from 'rpcloom/model'
import { type Leaf, link } from '../page/leaf.ts'
import type { Page } from '../page/page.ts'
import { isLocal } from './access.ts'
import { fixedPages } from './addresses.ts'
import type { SiteContext } from './context.ts'
import type { Site } from './pages.ts'
import { headedMethods } from './method-list.ts'
import { namespacePrefix } from './namespace-prefix.ts'

export interface Menu {
  readonly guides: readonly {
    readonly title: string
    /** Whether the section is one of an index, which readers open and close. */
    readonly isFolded: boolean
    readonly isOpen: boolean
    readonly items: readonly MenuItem[]
  }[]
  readonly reference: readonly MenuItem[]
  readonly isReferenceOpen: boolean
  readonly title: string
  readonly groups: readonly (MenuItem & {
    /** Number of methods of the group. Undefined if the menu does not list all of them. */
    readonly count: number | undefined
    /** Link to the page with all methods of the group, if the menu lists only some of them. */
    readonly whole: Leaf | undefined
    readonly isLocal: boolean
    readonly isOpen: boolean
    /** Methods that are not in sections. */
    readonly methods: readonly MenuItem[]
    readonly sections: readonly MenuSection[]
  })[]
}

/** Methods with the same tag, namespace or topic. */
interface MenuSection {
  readonly title: string
  readonly count: number
  readonly isOpen: boolean
  /** Link to the first method, if the menu lists no methods of the section. */
  readonly first: Leaf | undefined
  readonly methods: readonly MenuItem[]
}

interface MenuItem {
  readonly link: Leaf
  readonly isCurrent: boolean
  readonly isDeprecated: boolean
}

export function menuOf(
  { context, guides, reference }: Pick<Site, 'context' | 'guides' | 'reference'>,
  page: Page,
): Menu {
  const { api, addresses } = context
  const opened = openGroup(context, page)
  const item = (to: Leaf, path: string, isDeprecated = false): MenuItem => ({
    link: to,
    isCurrent: path === (page.within ?? page.path),
    isDeprecated,
  })
  return {
    guides: guideSections(guides).map(({ title, pages }) => ({
      title,
      isFolded: guides.some(({ section }) => section !== undefined),
      isOpen: pages.some(({ path }) => path === page.path) || page.path === fixedPages.landing,
      items: pages.map(({ path, name }) => item(link({ page: path }, name), path)),
    })),
    reference: [
      ...(reference.length === 0
        ? []
        : [item(link({ page: fixedPages.landing }, 'Overview'), fixedPages.landing)]),
      ...reference.map(({ path, name }) => item(link({ page: path }, name), path)),
    ],
    isReferenceOpen: opened === undefined,
    title: api.groups.length === 1 ? 'Methods' : 'Groups',
    groups: api.groups.map((group) => {
      const to = addresses.group(group)
      const isOpen = opened === group
      const current = addresses.indexOf(page.within ?? page.path)
      const shown = isOpen ? shownMethods(group.methods, current) : []
      return {
        ...item(link(to, group.title), to.page, group.doc.deprecated !== undefined),
        count: shown.length === group.methods.length ? shown.length : undefined,
        whole:
          shown.length === group.methods.length || !isOpen
            ? undefined
            : link(to, `All of ${group.title}`),
        isLocal: isLocal(group),
        isOpen,
        ...methodsOf(context, { group, shown, current }, item),
      }
    }),
  }
}

/** Returns the guides by the sections of the index; those that it does not list are last. */
export function guideSections(
  guides: readonly Page[],
): readonly { readonly title: string; readonly pages: readonly Page[] }[] {
  const titles = [...new Set(guides.map(({ section = 'Guides' }) => section))]
  return titles.map((title) => ({
    title,
    pages: guides.filter(({ section = 'Guides' }) => section === title),
  }))
}

/** Number of methods up to which a list needs no sections. */
const shortList = 16
/** Maximum number of sections in a menu. */
const mostSections = 60

interface Shown {
  readonly group: Group
  readonly shown: readonly Method[]
  /** Index of the current method. */
  readonly current: number | undefined
}

function methodsOf(
  { addresses }: SiteContext,
  { group, shown, current }: Shown,
  item: (to: Leaf, path: string, isDeprecated: boolean) => MenuItem,
): { readonly methods: readonly MenuItem[]; readonly sections: readonly MenuSection[] } {
  const itemOf = (method: Method): MenuItem => {
    const target = addresses.method(method)
    const name = shortName(method, group.namespaces.length)
    return item(link(target, name), target.page, method.doc.deprecated !== undefined)
  }
  const heads = shown.length > shortList ? headedMethods(group) : []
  if (heads.length < 2 || heads.length > mostSections)
    return { methods: shown.map(itemOf), sections: [] }
  const isWhole = shown.length === group.methods.length
  const open = current === undefined ? undefined : group.methods[current]
  const sections = heads.map(({ title, methods }): MenuSection => {
    const [first] = methods
    const at = methods.findIndex((method) => method === open)
    const listed = isWhole ? methods : at === -1 ? [] : shownMethods(methods, at)
    return {
      title,
      count: methods.length,
      isOpen: at !== -1,
      first: first && listed.length === 0 ? link(addresses.method(first), title) : undefined,
      methods: listed.map(itemOf),
    }
  })
  return { methods: [], sections }
}

/**
 * Returns the group whose methods are listed in the menu: the group of the page, or the only group.
 */
function openGroup({ api }: SiteContext, page: Page): Group | undefined {
  const [first] = api.groups
  return api.groups.length === 1 ? first : api.groups.find(({ key }) => key === page.group)
}

/**
 * Maximum number of methods in a menu. The menus of larger groups are shortened, because full menus
 * on all pages would take quadratic space.
 */
const largest = 160
const around = 30

/** Returns the methods that the menu lists: of many methods, only those near the current one. */
function shownMethods(methods: readonly Method[], current = 0): readonly Method[] {
  if (methods.length <= largest) return methods
  const start = Math.max(0, Math.min(current - around, methods.length - 2 * around))
  return methods.slice(start, start + 2 * around)
}

/** Returns the name of a method without the namespace that all methods share. */
function shortName(method: Method, namespaces: number): string {
  return namespaces > 1 ? method.name : method.name.slice(namespacePrefix(method).length)
}
