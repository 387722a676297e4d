import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it'

/**
 * Reads the few HTML tags that have no equivalent in Markdown: line breaks, inline marks and `<details>`.
 * Attributes are dropped and missing closing tags are added. Every other tag is printed as text.
 */
export function readHarmlessTags(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('autolink', 'harmless_tag', inlineTag)
  markdown.block.ruler.before('html_block', 'harmless_details', details, {
    alt: ['paragraph', 'blockquote', 'list'],
  })
}

const opening = /<(br|sub|sup|kbd|b|strong|i|em|code|s|small)\s*\/?>/iy
const elements: Readonly<Record<string, string>> = { b: 'strong', i: 'em' }
/** Maximum distance between an inline tag and its closing tag. */
const longestMark = 2000

function inlineTag(state: StateInline, silent: boolean): boolean {
  if (state.src.charAt(state.pos) !== '<') return false
  opening.lastIndex = state.pos
  const [whole = '', name = ''] = opening.exec(state.src) ?? []
  if (whole === '') return false
  const start = state.pos + whole.length
  const tag = name.toLowerCase()
  if (tag === 'br') {
    if (!silent) state.push('hardbreak', 'br', 0)
    state.pos = start
    return true
  }
  const rest = state.src.slice(start, Math.min(state.posMax, start + longestMark))
  const length = rest.search(new RegExp(`</${tag}>`, 'i'))
  if (length === -1) return false
  if (!silent) pushMark(state, elements[tag] ?? tag, { start, end: start + length })
  state.pos = start + length + tag.length + 3
  return true
}

function pushMark(
  state: StateInline,
  element: string,
  { start, end }: { readonly start: number; readonly end: number },
): void {
  const { posMax } = state
  state.push('harmless_open', element, 1)
  state.pos = start
  state.posMax = end
  state.md.inline.tokenize(state)
  state.posMax = posMax
  state.push('harmless_close', element, -1)
}

/** Maximum number of lines of a `<details>` element. */
const longestDetails = 400

/** `<details>` and `<summary>` on their own lines, with blocks between them. */
function details(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  const line = (index: number): string => state.getLines(index, index + 1, state.blkIndent, false)
  const head = /^ {0,3}<details(?: open)?>\s*(<summary>.*<\/summary>)?\s*$/i.exec(line(start))
  if (head === null) return false
  const own = head[1] === undefined ? start + 1 : start
  const summary = /^\s*<summary>(.*)<\/summary>\s*$/i.exec(head[1] ?? line(own))?.[1]
  const close = closeOf(line, start, Math.min(end, start + longestDetails))
  if (summary === undefined || close === undefined || close <= own) return false
  if (silent) return true
  pushDetails(state, summary, { from: own + 1, to: close })
  state.line = close + 1
  return true
}

function closeOf(line: (index: number) => string, start: number, end: number): number | undefined {
  let depth = 0
  for (let index = start; index < end; index++) {
    if (/^\s*<details(?: open)?>/i.test(line(index))) depth++
    if (/^\s*<\/details>\s*$/i.test(line(index)) && --depth === 0) return index
  }
  return undefined
}

function pushDetails(
  state: StateBlock,
  summary: string,
  { from, to }: { readonly from: number; readonly to: number },
): void {
  const { lineMax, parentType } = state
  state.push('details_open', 'details', 1)
  state.push('summary_open', 'summary', 1)
  const text = state.push('inline', '', 0)
  text.content = summary.trim()
  text.children = []
  state.push('summary_close', 'summary', -1)
  state.parentType = 'details'
  state.lineMax = to
  state.md.block.tokenize(state, from, to)
  state.lineMax = lineMax
  state.parentType = parentType
  state.push('details_close', 'details', -1)
}
