import MarkdownItParser, { type MarkdownIt, type Token } from 'markdown-it'
import { visible } from './html-text.ts'

/** Creates a parser of CommonMark without HTML that links the web addresses in text. */
export function openParser(): MarkdownIt {
  const markdown = new MarkdownItParser('default', {
    html: false,
    linkify: true,
    typographer: false,
  })
  markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })
  // Links are checked when they are printed. Links that do not lead to the web are printed as text.
  markdown.validateLink = () => true
  // Decoding a URL may yield misleading characters, so `visible` is applied to the decoded URL again.
  const decoded = markdown.normalizeLinkText
  markdown.normalizeLinkText = (address) => visible(decoded(address))
  return markdown
}

/**
 * Maximum number of Markdown characters such as `*`, because the parser may take quadratic time for
 * them.
 */
const mostMarks = 10_000

/** Whether parsing a text as Markdown may take too long. */
export function isHostile(text: string): boolean {
  return text.length > mostMarks && (text.match(/[[\]*_`~<]/g) ?? []).length > mostMarks
}

/** Returns the outermost tokens, each with the tokens that it encloses. */
export function childrenOf(
  tokens: readonly Token[],
): readonly (readonly [Token, readonly Token[]])[] {
  const found: (readonly [Token, readonly Token[]])[] = []
  let depth = 0
  let from = 0
  for (const [at, token] of tokens.entries()) {
    if (depth === 0) from = at
    depth += token.nesting
    const first = tokens[from]
    if (depth === 0 && first !== undefined) found.push([first, tokens.slice(from + 1, at)])
  }
  return found
}
