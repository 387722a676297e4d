import { visibleJson } from 'rpcloom/codegen'
import type { SearchEntry } from '../page/page.ts'
import type { Site } from '../site/pages.ts'
import { relativeAddress } from '../print/dialect.ts'
import { visible } from '../print/html-text.ts'
import { plainText } from '../site/summary.ts'

const longestSummary = 120

/**
 * Returns the search data as a classic script, because modules and `fetch` do not work in pages
 * opened from a folder. Each row is `[kind, name, address, place, summary, words]`. The browser
 * builds the index from the rows.
 */
export function searchIndex({ pages }: Site): string {
  const rows = pages.flatMap(({ entries }) => entries.map((entry) => scriptJson(rowOf(entry))))
  return `window.docsSearchRows = [\n${rows.join(',\n')}\n]\n`
}

function rowOf({ kind, name, to, place, summary, words }: SearchEntry): readonly string[] {
  const text = plainText(summary)
  const short = text.length > longestSummary ? `${text.slice(0, longestSummary - 1)}…` : text
  const href = relativeAddress('index', to, 'html')
  return [kind, name, href, place, short, words.join(' ')].map(visible)
}

/** Returns JSON that is safe inside a `<script>` element. */
function scriptJson(value: unknown): string {
  return visibleJson(JSON.stringify(value)).replace(/</g, '\\u003c')
}
