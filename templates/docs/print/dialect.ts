import { Markup, type View } from 'rpcloom/codegen'
import type { Leaf, Target } from '../page/leaf.ts'
import { visible } from './html-text.ts'

export interface Dialect {
  readonly extension: 'html' | 'md'
  readonly leaf: (leaf: Leaf, from: string) => Markup
}

/** Returns the address of `to`, relative to the page `from`. */
export function relativeAddress(from: string, to: Target, extension: string): string {
  const fragment = to.fragment === undefined ? '' : `#${encodeURIComponent(to.fragment)}`
  if (to.page === from && fragment !== '') return fragment
  return `${relativePath(from, `${to.page}.${extension}`)}${fragment}`
}

export function relativePath(from: string, to: string): string {
  const up = from.split('/').slice(0, -1)
  const down = to.split('/')
  const shared = up.findIndex((folder, at) => folder !== down[at])
  const common = shared === -1 ? up.length : shared
  return encodeURI('../'.repeat(up.length - common) + down.slice(common).join('/'))
}

export function viewOf(part: unknown, from: string, dialect: Dialect): View {
  if (typeof part === 'string') return visible(part)
  if (typeof part !== 'object' || part === null) return part as View
  if (part instanceof Markup) return part
  if (Array.isArray(part)) return part.map((item) => viewOf(item, from, dialect))
  if (isLeaf(part)) return dialect.leaf(part, from)
  const view: Record<string, View> = {}
  for (const [name, value] of Object.entries(part)) view[name] = viewOf(value, from, dialect)
  return view
}

function isLeaf(part: object): part is Leaf {
  return 'leaf' in part
}
