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
  // Printers check addresses themselves and print those that are not on the web as text.
  markdown.validateLink = () => true
  // Decoding an address may yield characters that `visible` has removed from the text.
  const decoded = markdown.normalizeLinkText
  markdown.normalizeLinkText = (address) => visible(decoded(address))
  return markdown
}

/** Maximum number of Markdown characters such as `*`: the parser may take quadratic time for them. */
const mostMarks = 10_000

/** Whether parsing a text as Markdown may take too long. */
export function isHostile(text: string): boolean {
  return text.length > mostMarks && (text.match(/[[\]*_`~<]/g) ?? []).length > mostMarks
}
