import { describe, expect, test } from 'vitest'
import { openSearch } from './search.ts'
import { ours, others, type Queries, shared } from './search-queries.ts'
import { corpusSearch, type Files, ourSearch } from './site.ts'

const bare = (name: string): string => name.replace(/^[^._]+[._]/, '')

interface Found {
  readonly query: string
  readonly pages: readonly string[]
  /** Index of a wanted page among the results, or -1. */
  readonly at: number
  readonly names: readonly string[]
}

function searchAll(files: Files, queries: Queries): readonly Found[] {
  const search = openSearch(files)
  return queries.map(([query, ...pages]) => {
    const names = search(query).slice(0, 3)
    const isWanted = (name: string): boolean =>
      pages.some((page) => (shared.has(query) ? bare(name) === bare(page) : name === page))
    return { query, pages, at: names.findIndex(isWanted), names }
  })
}

const found: Found[] = []

async function filesOf(name: string): Promise<Files> {
  if (name === 'ours') return ourSearch()
  return corpusSearch(name)
}

/** Returns the results that are not first, and adds all to `found`. */
async function lateOf(name: string, queries: Queries): Promise<readonly Found[]> {
  const results = searchAll(await filesOf(name), queries)
  found.push(...results)
  return results.filter(({ at }) => at !== 0)
}

describe('a search', () => {
  test.each(Object.entries({ ours, ...others }))(
    'in %s finds a wanted page among the first three results',
    async (name, queries) => {
      const late = await lateOf(name, queries)
      expect(late.filter(({ at }) => at === -1)).toEqual([])
      expect(late.length / queries.length, JSON.stringify(late)).toBeLessThanOrEqual(0.1)
    },
  )

  test('finds a wanted page first for 95 of 100 queries', () => {
    expect(found.length).toBeGreaterThan(390)
    const first = found.filter(({ at }) => at === 0)
    expect(first.length / found.length).toBeGreaterThanOrEqual(0.95)
  })
})
