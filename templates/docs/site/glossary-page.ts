import { type Leaf, link, prose, type Target } from '../page/leaf.ts'
import type { Page, SearchEntry } from '../page/page.ts'
import { fixedPages } from './addresses.ts'
import type { SiteContext } from './context.ts'
import { countText } from './count-text.ts'
import { inPages, linesOf, partTarget, withFurther } from './list-pages.ts'
import { referenceEntry, guideHead } from './guide-page.ts'
import { idOf, createIds } from './unique-names.ts'

const mostLines = 250

interface TermView {
  readonly id: string
  readonly term: string
  readonly aliases: string | undefined
  readonly meanings: readonly Meaning[]
}

interface Meaning {
  readonly about: Leaf
  readonly groups: readonly Leaf[]
}

export function glossaryPage(context: SiteContext): Page | undefined {
  const found = mergedTerms(context)
  if (found.length === 0) return undefined
  const ids = createIds(['content', 'menu', 'search'])
  const terms = found.map((one) => ({ ...one, id: ids.choose(idOf(`term-${one.term}`)) }))
  const title = 'Glossary'
  const to = { page: fixedPages.glossary }
  const pages = inPages(
    terms.map((term) => ({ id: term.id, term, view: termView(context, term) })),
    mostLines,
    ({ term: { meanings } }) => 2 + linesOf([...meanings.keys()].join('\n')),
  )
  const placed = pages.flatMap((some, index) =>
    some.map(({ id, term }) => searchEntry(term, { ...partTarget(to, index), fragment: id })),
  )
  const description = `${countText(found.length, 'term')} that the documents define`
  const page: Page = {
    ...guideHead(context, title, description),
    path: fixedPages.glossary,
    template: 'glossary',
    body: {},
    entries: [
      referenceEntry(fixedPages.glossary, title, [
        'terms',
        'words',
        'vocabulary',
        'definitions',
        'meaning',
      ]),
      ...placed,
    ],
  }
  return withFurther(
    page,
    pages.map((some) => ({ title, description, terms: some.map(({ view }) => view) })),
  )
}

interface MergedTerm {
  readonly term: string
  readonly aliases: Set<string>
  readonly search: Set<string>
  readonly meanings: Map<string, Group[]>
}

type Group = SiteContext['api']['groups'][number]

/** Merges definitions of the same term from all documents, ignoring case. */
function mergedTerms({ api }: SiteContext): readonly MergedTerm[] {
  const byWord = new Map<string, MergedTerm>()
  for (const group of api.groups) {
    for (const { term, description, aliases, search } of group.terms) {
      const word = term.toLowerCase()
      const merged = byWord.get(word) ?? {
        term,
        aliases: new Set(),
        search: new Set(),
        meanings: new Map(),
      }
      byWord.set(word, merged)
      for (const alias of aliases) merged.aliases.add(alias)
      for (const words of search) merged.search.add(words)
      merged.meanings.set(description, [...(merged.meanings.get(description) ?? []), group])
    }
  }
  const words = new Intl.Collator('en', { sensitivity: 'base', numeric: true })
  return [...byWord.values()].sort((a, b) => words.compare(a.term, b.term))
}

type PlacedTerm = MergedTerm & { readonly id: string }

function termView(
  { addresses }: SiteContext,
  { id, term, aliases, meanings }: PlacedTerm,
): TermView {
  return {
    id,
    term,
    aliases: aliases.size === 0 ? undefined : [...aliases].join(', '),
    meanings: [...meanings].map(([description, groups]) => ({
      about: prose(description),
      groups: groups.map((group) => link(addresses.group(group), group.title)),
    })),
  }
}

function searchEntry({ term, aliases, search, meanings }: MergedTerm, to: Target): SearchEntry {
  const [first = ''] = meanings.keys()
  return {
    kind: 'term',
    name: term,
    to,
    place: 'Glossary',
    summary: first,
    words: [],
    phrases: [...aliases, ...search],
  }
}
