import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it'

/**
 * Reads HTML tags that have no equivalent in Markdown and cannot run code: `<br>`, inline tags such
 * as `<sub>`, and `<details>`. Only known tag names are printed, and never attributes. All other
 * tags are printed as text.
 */
export function readHarmlessTags(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('autolink', 'harmless_mark', readMark)
  markdown.block.ruler.before('html_block', 'harmless_details', readDetails, {
    alt: ['paragraph', 'blockquote', 'list'],
  })
}

/**
 * Matches a line break, or an inline tag with its content. The maximum length limits the search for
 * the closing tag.
 */
const mark = /<br\s*\/?>|<(sub|sup|kbd|b|strong|i|em|code|s|small)>([^]{1,2000}?)<\/\1>/iy

const elements: Readonly<Record<string, string>> = { b: 'strong', i: 'em' }

function readMark(state: StateInline, silent: boolean): boolean {
  mark.lastIndex = state.pos
  const [whole, name, content = ''] = mark.exec(state.src) ?? []
  const { posMax } = state
  const end = state.pos + (whole?.length ?? 0)
  if (whole === undefined || end > posMax) return false
  if (silent) {
    state.pos = end
    return true
  }
  if (name === undefined) {
    state.push('hardbreak', 'br', 0)
  } else {
    const tag = name.toLowerCase()
    const element = elements[tag] ?? tag
    state.push('mark_open', element, 1)
    state.pos += `<${name}>`.length
    state.posMax = state.pos + content.length
    state.md.inline.tokenize(state)
    state.posMax = posMax
    state.push('mark_close', element, -1)
  }
  state.pos = end
  return true
}

/** Maximum number of lines of a `<details>` element. */
const longestDetails = 400

const details = /^<details(?: open)?>\s*<summary>([^]*?)<\/summary>([^]*)<\/details>$/i

function readDetails(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  const close = closingLine(state, start, Math.min(end, start + longestDetails))
  if (close === undefined) return false
  const source = state.getLines(start, close + 1, state.blkIndent, false).trim()
  const [, summary, content] = details.exec(source) ?? []
  if (summary === undefined || content === undefined) return false
  if (silent) return true
  state.push('details_open', 'details', 1)
  state.push('summary_open', 'summary', 1)
  Object.assign(state.push('inline', '', 0), { content: summary.trim(), children: [] })
  state.push('summary_close', 'summary', -1)
  const { md, env, tokens } = state
  const inner = new md.block.State(content, md, env, tokens)
  // Pass on the nesting level, because the parser uses it to limit the nesting of blocks.
  inner.level = state.level
  md.block.tokenize(inner, 0, inner.lineMax)
  state.push('details_close', 'details', -1)
  state.line = close + 1
  return true
}

/** Returns the line that closes the `<details>` element that starts on the first line. */
function closingLine(state: StateBlock, start: number, end: number): number | undefined {
  let depth = 0
  for (let line = start; line < end; line++) {
    const text = state.getLines(line, line + 1, state.blkIndent, false)
    if (line === start && !/^ {0,3}<details/i.test(text)) return undefined
    for (const [tag] of text.matchAll(/<\/?details\b/gi)) depth += tag.startsWith('</') ? -1 : 1
    if (depth <= 0) return line
  }
  return undefined
}
