import { visibleJson } from 'rpcloom/codegen'
import type { SearchEntry } from '../page/page.ts'
import type { Site } from '../site/pages.ts'
import { relativeAddress } from '../print/address.ts'
import { visible } from '../print/html-text.ts'
import { plainText } from '../site/summary.ts'

const longestSummary = 100

/**
 * Returns the search data as a classic script, because modules and `fetch` do not work in pages
 * opened from a folder. Each row is `[kind, name, address, place, summary, words, phrases, text, state]`, without empty
 * members at its end. The browser builds the index from the rows.
 */
export function searchIndex({ pages }: Site): string {
  const rows = pages.flatMap(({ entries }) => entries.map((entry) => scriptJson(rowOf(entry))))
  return `window.docsSearchRows = [\n${rows.join(',\n')}\n]\n`
}

function rowOf(entry: SearchEntry): readonly string[] {
  const { kind, name, to, place, summary, words, phrases = [], text = '', state = '' } = entry
  const about = plainText(summary)
  const short = about.length > longestSummary ? `${about.slice(0, longestSummary - 1)}…` : about
  const href = relativeAddress('index', to)
  const known = [name, place, about, ...words, ...phrases].join(' ')
  const row = [kind, name, href, place, short, words.join(' '), phrases.join('|')]
  const all = [...row, newWords(text, known).join(' '), state].map(visible)
  return all.slice(0, all.findLastIndex((one) => one !== '') + 1)
}

/** Maximum number of words of prose in a row. */
const mostWords = 12
const shortest = 4

/** Returns the distinct words of prose that are not among the known words, in lower case. */
function newWords(text: string, known: string): readonly string[] {
  const wordsOf = (part: string): readonly string[] =>
    plainText(part)
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length >= shortest)
  const before = new Set(wordsOf(known))
  return [...new Set(wordsOf(text))].filter((word) => !before.has(word)).slice(0, mostWords)
}

/** Returns JSON that is safe inside a `<script>` element. */
function scriptJson(value: unknown): string {
  return visibleJson(JSON.stringify(value)).replace(/</g, '\\u003c')
}
