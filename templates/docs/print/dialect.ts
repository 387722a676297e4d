import { posix } from 'node:path'
import { Markup, type View } from 'rpcloom/emit'
import type { Leaf, Target } from '../page/leaf.ts'
import { visible } from './html-text.ts'

/** How the leaves of a page are written: as HTML or as markdown. */
export interface Dialect {
  readonly extension: 'html' | 'md'
  readonly leaf: (leaf: Leaf, from: string) => Markup
}

/** Address of a target on the page `from`. */
export function relativeAddress(from: string, to: Target, extension: string): string {
  const fragment = to.fragment === undefined ? '' : `#${encodeURIComponent(to.fragment)}`
  if (to.page === from && fragment !== '') return fragment
  return `${relativePath(from, `${to.page}.${extension}`)}${fragment}`
}

/** Address of a file of the site on the page `from`. */
export function relativePath(from: string, to: string): string {
  return encodeURI(posix.relative(posix.dirname(from), to))
}

/** The view of a part of a page: leaves are printed, everything else stays as it is. */
export function viewOf(part: unknown, from: string, dialect: Dialect): View {
  if (typeof part === 'string') return visible(part)
  if (typeof part !== 'object' || part === null) return part as View
  if (part instanceof Markup) return part
  if (Array.isArray(part)) return part.map((item) => viewOf(item, from, dialect))
  if (isLeaf(part)) return dialect.leaf(part, from)
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => [name, viewOf(value, from, dialect)]),
  )
}

function isLeaf(part: object): part is Leaf {
  return 'leaf' in part
}
