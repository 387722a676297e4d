import MarkdownIt from 'markdown-it'
import type { Language } from '../page/leaf.ts'
import { codeFrame } from './code-frame.ts'
import { readHarmlessTags } from './harmless-html.ts'
import { highlight } from './highlight.ts'
import { htmlAttribute, htmlText, visible } from './html-text.ts'

/** Where a code span leads that is the name of a method or a schema. */
export type NameLinks = (name: string) => string | undefined

/** Turns prose of a document into HTML: a few harmless tags, images as links, links to the web only. */
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
  const markdown = new MarkdownIt('default', { html: false, linkify: true, typographer: false })
  markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })
  readHarmlessTags(markdown)
  // What leads elsewhere than to the web is its text alone: of a relative address only the writer knows the base.
  markdown.validateLink = () => true
  const closings: string[] = []
  const { rules } = markdown.renderer
  rules['link_open'] = (tokens, index) => {
    const open = linkStart(String(tokens[index]?.attrGet('href') ?? ''))
    closings.push(open === '' ? '' : '</a>')
    if (open !== '') depth++
    return open
  }
  rules['link_close'] = () => {
    const close = closings.pop() ?? ''
    if (close !== '') depth--
    return close
  }
  // Nothing is loaded from elsewhere before a reader asks for it.
  rules['image'] = (tokens, index) => {
    const { content = '' } = tokens[index] ?? {}
    const src = String(tokens[index]?.attrGet('src') ?? '')
    const open = depth > 0 ? '' : linkStart(src)
    return `${open}${htmlText(content === '' ? src : content)}${open === '' ? '' : '</a>'}`
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
  rules['fence'] = (tokens, index) =>
    codeBlock(tokens[index]?.content ?? '', languageOf(tokens[index]?.info ?? ''))
  rules['code_block'] = (tokens, index) => codeBlock(tokens[index]?.content ?? '')
  rules['table_open'] = () => '<div class="scroll" tabindex="0"><table>'
  rules['table_close'] = () => '</table></div>'
  const blocks: ProsePrinter['blocks'] = (text, namesHere) => {
    names = namesHere
    depth = 0
    closings.length = 0
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

/** Whether reading text as markdown takes too long. */
export function isHostile(text: string): boolean {
  return text.length > mostMarks && (text.match(/[[\]*_`~<]/g) ?? []).length > mostMarks
}

/** The start of a link to the web; nothing for any other address. */
function linkStart(href: string): string {
  if (!/^https?:\/\//i.test(href.trim())) return ''
  return `<a href="${htmlAttribute(href)}" rel="noopener noreferrer">`
}

const languages: readonly (readonly [Language, RegExp])[] = [
  ['json', /^json[5c]?$/],
  ['shell', /^(sh|shell|bash|zsh|console|curl)$/],
  ['types', /^(ts|tsx|typescript|js|jsx|javascript|mjs)$/],
  ['python', /^py(thon)?$/],
  ['go', /^go(lang)?$/],
]

function languageOf(info: string): Language | undefined {
  const [word = ''] = info.trim().toLowerCase().split(/\s/)
  return languages.find(([, names]) => names.test(word))?.[0]
}

function codeBlock(text: string, language?: Language): string {
  const shown = text.replace(/\n$/, '')
  const html = language === undefined ? htmlText(shown) : highlight(language, shown)
  return codeFrame(html)
}
