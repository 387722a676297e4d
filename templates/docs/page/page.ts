import type { Place } from 'rpcloom/model'
import type { Leaf, Target } from './leaf.ts'

/** What a page is called: by a name, and in the title of the window by the place that the name belongs to as well. */
export interface PageTitle {
  readonly name: string
  readonly place?: string
  /** For the title of the window, unique on the site. */
  readonly title: string
}

/** The title of a page: `getPeers · Info`. */
export function titled(name: string, place?: string): PageTitle {
  return place === undefined ? { name, title: name } : { name, place, title: `${name} · ${place}` }
}

/** What all pages have. `body` is printed by the templates that `template` names. */
export interface Page extends PageTitle {
  /** Path below the site, without extension. */
  readonly path: string
  readonly template: TemplateName
  /** One sentence for search engines and link previews, unique on the site. */
  readonly description: string
  readonly crumbs: readonly Crumb[]
  readonly previous: NextLink | undefined
  readonly next: NextLink | undefined
  /** Key of the group whose methods the menu shows. */
  readonly group: string | undefined
  readonly body: object
  /** What the search finds: the page, or places on it. */
  readonly entries: readonly SearchEntry[]
  /** The OpenRPC document of what the page tells of, by its path on the site. */
  readonly document?: string
  /** Where the documents say what the page tells: `openrpc/info.openrpc.json#/methods/3`. */
  readonly source?: Place
  /** How many examples the document has for the method, and how many of them fit its schemas. */
  readonly examples?: { readonly written: number; readonly fitting: number }
  /** Pages with what this one has no room for, printed right after it. */
  readonly parts?: readonly Page[]
  /** The page that this one is a part of. */
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
  | 'missing'

export interface Crumb {
  readonly link: Leaf
}

export interface NextLink {
  readonly link: Leaf
}

export interface SearchEntry {
  readonly kind: 'method' | 'schema' | 'error' | 'group' | 'guide' | 'term'
  readonly name: string
  readonly to: Target
  /** Group or module. */
  readonly place: string
  readonly summary: string
  /** Further words by which the entry is found: params, fields. */
  readonly words: readonly string[]
}
