import { createContext, runInContext } from 'node:vm'
import type { Files } from './site.ts'

/** Returns a function that searches the site and returns names, best first. */
export function openSearch(files: Files): (query: string) => readonly string[] {
  const window: Record<string, unknown> = {}
  const context = createContext({ window, globalThis: window, self: window })
  for (const name of ['search-words', 'search-rows', 'search-ranking', 'search']) {
    runInContext(files.get(`site/assets/${name}.js`) ?? '', context)
  }
  runInContext(
    'window.names = (query) => window.docsSearch.find(query).map((row) => row[1])',
    context,
  )
  return window['names'] as (query: string) => readonly string[]
}
