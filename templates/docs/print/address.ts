import type { Target } from '../page/leaf.ts'

/** Returns the address of `to`, relative to the page `from`. */
export function relativeAddress(from: string, to: Target): string {
  const fragment = to.fragment === undefined ? '' : `#${encodeURIComponent(to.fragment)}`
  if (to.page === from && fragment !== '') return fragment
  return `${relativePath(from, `${to.page}.html`)}${fragment}`
}

export function relativePath(from: string, to: string): string {
  const up = from.split('/').slice(0, -1)
  const down = to.split('/')
  const shared = up.findIndex((folder, at) => folder !== down[at])
  const common = shared === -1 ? up.length : shared
  const path = '../'.repeat(up.length - common) + down.slice(common).join('/')
  return /^[\w./-]*$/.test(path) ? path : encodeURI(path)
}
