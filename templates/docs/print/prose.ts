import MarkdownIt from 'markdown-it'
import { htmlAttribute, htmlText, visible } from './html-text.ts'

/** Where a code span leads that is the name of a method or a schema. */
export type NameLinks = (name: string) => string | undefined

/** Turns prose of a document into HTML: no raw HTML, no images, links to the web only. */
export interface ProsePrinter {
  readonly blocks: (text: string, names: NameLinks) => string
  /** One paragraph goes without its element. */
  readonly inline: (text: string, names: NameLinks) => string
}

/** Makes the printer. */
export function openProse(): ProsePrinter {
  // Of the text that is being printed: names, and how many links are open (a link may not hold another).
  let names: NameLinks = () => undefined
  let depth = 0
  const markdown = new MarkdownIt('default', { html: false, linkify: false, typographer: false })
  markdown.disable('image')
  markdown.validateLink = (url) => /^https?:\/\//i.test(url.trim())
  const { rules } = markdown.renderer
  rules['link_open'] = (tokens, index) => {
    depth++
    const href = String(tokens[index]?.attrGet('href') ?? '')
    return `<a href="${htmlAttribute(href)}" rel="noopener noreferrer">`
  }
  rules['link_close'] = () => {
    depth--
    return '</a>'
  }
  rules['code_inline'] = (tokens, index) => {
    const text = tokens[index]?.content ?? ''
    const href = depth > 0 ? undefined : names(text)
    const html = `<code>${htmlText(text)}</code>`
    return href === undefined ? html : `<a href="${htmlAttribute(href)}">${html}</a>`
  }
  // A heading of a document would stand beside the headings of the page.
  rules['heading_open'] = () => '<p class="subhead">'
  rules['heading_close'] = () => '</p>\n'
  rules['fence'] = (tokens, index) => codeBlock(tokens[index]?.content ?? '')
  rules['code_block'] = (tokens, index) => codeBlock(tokens[index]?.content ?? '')
  rules['table_open'] = () => '<div class="scroll" tabindex="0"><table>'
  rules['table_close'] = () => '</table></div>'
  const blocks: ProsePrinter['blocks'] = (text, namesHere) => {
    names = namesHere
    depth = 0
    if (isHostile(text)) return `<p>${htmlText(visible(text))}</p>`
    return markdown.render(visible(text)).trim()
  }
  return {
    blocks,
    inline(text, namesHere) {
      const html = blocks(text, namesHere)
      const isOne = html.startsWith('<p>') && html.endsWith('</p>') && !/<p[ >]/.test(html.slice(3))
      return isOne ? html.slice(3, -4) : html
    },
  }
}

/** Marks that no prose needs so many of: each may look through all the others for its partner. */
const mostMarks = 10_000

function isHostile(text: string): boolean {
  return text.length > mostMarks && (text.match(/[[\]*_`~<]/g) ?? []).length > mostMarks
}

function codeBlock(text: string): string {
  return `<pre class="code" tabindex="0"><code>${htmlText(text.replace(/\n$/, ''))}</code></pre>`
}
