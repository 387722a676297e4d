import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from 'rpcloom/model'
import { describe, expect, test } from 'vitest'
import { build } from '../model/documents.ts'
import { openSearch } from './search.ts'
import { ours, others, type Queries, shared } from './search-queries.ts'
import { docsFiles, type Files, ourFiles, root } from './site.ts'

const corpus = join(process.env['RPCLOOM_SHARED'] ?? join(root, '../shared'), 'corpus')

test('there are 120 different queries for our documents, and 20 for each other', () => {
  expect(new Set(ours.map(([query]) => query)).size).toBe(120)
  expect(Object.values(others).map((queries) => queries.length)).toEqual([20, 20, 20, 20, 20])
})

const bare = (name: string): string => name.replace(/^[^._]+[._]/, '')

interface Found {
  readonly query: string
  readonly page: string
  /** Index of the wanted page among the results, or -1. */
  readonly at: number
  readonly names: readonly string[]
}

function searchAll(files: Files, queries: Queries): readonly Found[] {
  const search = openSearch(files)
  return queries.map(([query, page]) => {
    const names = search(query).slice(0, 3)
    const isWanted = (name: string): boolean =>
      shared.has(query) ? bare(name) === bare(page) : name === page
    return { query, page, at: names.findIndex(isWanted), names }
  })
}

describe.each([
  { name: 'our documents', queries: ours, files: ourFiles },
  ...Object.entries(others).map(([name, queries]) => ({
    name,
    queries,
    files: async () =>
      docsFiles(build(documentOf(name)).api, {}, undefined, {
        only: /^site\/assets\/(mini)?search/,
      }),
  })),
])('in $name', ({ queries, files }) => {
  test('the wanted page is first for 95 of 100 queries, and in the first three for all', async () => {
    const found = searchAll(await files(), queries)
    const late = found.filter(({ at }) => at !== 0)
    expect(late.length / found.length, JSON.stringify(late)).toBeLessThanOrEqual(0.05)
    expect(found.filter(({ at }) => at === -1)).toEqual([])
  })
})

function documentOf(name: string): JsonObject {
  return JSON.parse(readFileSync(join(corpus, `${name}.json`), 'utf8'))
}
