import type { SearchEntry } from '../page/page.ts'
import type { Site } from '../site/pages.ts'
import { relativeAddress } from '../print/dialect.ts'
import { visible } from '../print/html-text.ts'
import { plainText } from '../site/summary.ts'

const longestSummary = 120

/**
 * What the search knows, as a classic script: neither modules nor fetch work in pages opened from a
 * folder. Rows are `[kind, name, address, place, summary, words]`; the index is made in the browser.
 */
export function searchIndex({ pages }: Site): string {
  const rows = pages.flatMap(({ entries }) => entries).map(rowOf)
  return `window.docsSearchRows = [\n${rows.map(scriptJson).join(',\n')}\n]\n`
}

function rowOf({ kind, name, to, place, summary, words }: SearchEntry): readonly string[] {
  const text = plainText(summary)
  const short = text.length > longestSummary ? `${text.slice(0, longestSummary - 1)}…` : text
  const href = relativeAddress('index', to, 'html')
  return [kind, name, href, place, short, words.join(' ')].map(visible)
}

/** JSON that may stand in a script, whatever reads it. */
function scriptJson(value: unknown): string {
  return JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/[\u2028\u2029]/g, (mark) => (mark === '\u2028' ? '\\u2028' : '\\u2029'))
}
