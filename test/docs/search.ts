import { createContext, runInContext } from 'node:vm'
import type { Files } from './site.ts'

/** A result of the search: its kind, name and address. */
export type FoundRow = readonly [kind: string, name: string, href: string]

/** Returns a function that searches the site and returns rows, best first. */
export function openRows(files: Files): (query: string) => readonly FoundRow[] {
  const window: Record<string, unknown> = {}
  const context = createContext({ window, globalThis: window, self: window })
  for (const name of ['search-words', 'search-rows', 'search-ranking', 'search']) {
    runInContext(files.get(`site/assets/${name}.js`) ?? '', context)
  }
  runInContext('window.find = (query) => window.docsSearch.find(query)', context)
  return window['find'] as (query: string) => readonly FoundRow[]
}

/** Returns a function that searches the site and returns names, best first. */
export function openSearch(files: Files): (query: string) => readonly string[] {
  const find = openRows(files)
  return (query) => Array.from(find(query), ([, name]) => name)
}
