import type { Leaf, Target } from './leaf.ts'

/** What all pages have. `body` is printed by the templates that `template` names. */
export interface Page {
  /** Path below the site, without extension. */
  readonly path: string
  readonly template: TemplateName
  /** For the title of the window, unique on the site. */
  readonly title: string
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
}

export type TemplateName =
  | 'landing'
  | 'group'
  | 'method'
  | 'methods'
  | 'schema'
  | 'schemas'
  | 'primitives'
  | 'errors'
  | 'guide'

export interface Crumb {
  readonly link: Leaf
}

export interface NextLink {
  readonly link: Leaf
}

export interface SearchEntry {
  readonly kind: 'method' | 'schema' | 'error' | 'group' | 'guide'
  readonly name: string
  readonly to: Target
  /** Group or module. */
  readonly place: string
  readonly summary: string
  /** Further words by which the entry is found: params, fields. */
  readonly words: readonly string[]
}
