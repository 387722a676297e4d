import type { Place } from 'rpcloom/model'
import type { Leaf, Target } from './leaf.ts'

export interface PageTitle {
  readonly name: string
  readonly place?: string
  /** Title of the browser window, unique on the site. */
  readonly title: string
}

/** Returns the titles of a page. The window title combines both names: `getPeers · Info`. */
export function titled(name: string, place?: string): PageTitle {
  return place === undefined ? { name, title: name } : { name, place, title: `${name} · ${place}` }
}

/**
 * Properties that all pages have. The HTML and Markdown templates named `template` print `body`.
 */
export interface Page extends PageTitle {
  /** Path relative to the site, without extension. */
  readonly path: string
  readonly template: TemplateName
  /** One sentence for search engines and link previews, unique on the site. */
  readonly description: string
  readonly crumbs: readonly Crumb[]
  readonly previous: NextLink | undefined
  readonly next: NextLink | undefined
  /** Key of the group whose methods are listed in the menu. */
  readonly group: string | undefined
  /** File of the document that the page describes. Names in its prose are those of this document first. */
  readonly file?: string
  readonly body: object
  /** Search entries that lead to the page or to a fragment of the page. */
  readonly entries: readonly SearchEntry[]
  /** Path on the site of the OpenRPC document that the page describes. */
  readonly document?: string
  /** Place in the source document, as in `openrpc/info.openrpc.json#/methods/3`. */
  readonly source?: Place
  /**
   * Number of examples that the document contains for the method, and the number of valid examples
   * among them.
   */
  readonly examples?: { readonly written: number; readonly valid: number }
  readonly parts?: readonly Page[]
  /** Title of the section of the menu that lists a guide. */
  readonly section?: string
  /** Path of the page that this page continues. */
  readonly within?: string
}

export type TemplateName =
  | 'landing'
  | 'group'
  | 'method'
  | 'methods'
  | 'schema'
  | 'schemas'
  | 'examples'
  | 'fields'
  | 'primitives'
  | 'errors'
  | 'glossary'
  | 'guide'
  | 'blocks'
  | 'missing'

export interface Crumb {
  readonly link: Leaf
}

export interface NextLink {
  readonly link: Leaf
}

export interface SearchEntry {
  readonly kind: 'method' | 'schema' | 'error' | 'group' | 'guide' | 'reference' | 'term'
  readonly name: string
  readonly to: Target
  /** Title of the group or module, shown next to the name in search results. */
  readonly place: string
  readonly summary: string
  /** Names of params, fields and the like. */
  readonly words: readonly string[]
  /** Phrases by which readers look for the page. A query that equals one of them finds it like its name. */
  readonly phrases?: readonly string[]
  /** Prose, whose words also find the page. */
  readonly text?: string
  /** Methods that change something come first for tasks only, and deprecated ones after others. */
  readonly state?: 'write' | 'off' | 'deprecated'
}
