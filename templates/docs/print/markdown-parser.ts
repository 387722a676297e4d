import MarkdownItParser, { type MarkdownIt } from 'markdown-it'
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
