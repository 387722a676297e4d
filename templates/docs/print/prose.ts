import type { Language } from '../page/leaf.ts'
import { readHarmlessTags } from './harmless-html.ts'
import { codeFrame, highlight } from './highlight.ts'
import { htmlAttribute, htmlText, visible } from './html-text.ts'
import { isHostile, openParser } from './markdown-parser.ts'
import { labelCells } from './stacked-tables.ts'

export type NameLinks = (name: string) => string | undefined

/** Links of prose to pages of the site: of names in code spans, and of the addresses of links. */
export interface SiteLinks {
  readonly names: NameLinks
  readonly addresses?: (href: string) => string | undefined
}

/**
 * Formats prose of a document as HTML, with a few harmless tags, links to the web only, and images
 * as links.
 */
export interface ProsePrinter {
  readonly blocks: (text: string, links: SiteLinks) => string
  /** Formats prose inline. A single paragraph gets no element of its own. */
  readonly inline: (text: string, links: SiteLinks) => string
}

export function openProse(): ProsePrinter {
  // State of formatting: the links to the site, and the number of open links, because links must not be
  // nested.
  let site: SiteLinks = { names: () => undefined }
  let depth = 0
  const markdown = openParser()
  readHarmlessTags(markdown)
  labelCells(markdown)
  const closings: string[] = []
  const { rules } = markdown.renderer
  rules['link_open'] = (tokens, index) => {
    const href = String(tokens[index]?.attrGet('href') ?? '')
    const own = site.addresses?.(href)
    const open = own === undefined ? linkStart(href) : `<a href="${htmlAttribute(own)}">`
    closings.push(open === '' ? '' : '</a>')
    if (open !== '') depth++
    return open
  }
  rules['link_close'] = () => {
    const close = closings.pop() ?? ''
    if (close !== '') depth--
    return close
  }
  // Images become links, so that pages load nothing from other sites.
  rules['image'] = (tokens, index) => {
    const { content = '' } = tokens[index] ?? {}
    const src = String(tokens[index]?.attrGet('src') ?? '')
    const open = depth > 0 ? '' : linkStart(src)
    return `${open}${htmlText(content === '' ? src : content)}${open === '' ? '' : '</a>'}`
  }
  rules['code_inline'] = (tokens, index) => {
    const text = tokens[index]?.content ?? ''
    const href = depth > 0 ? undefined : site.names(text)
    const html = `<code>${htmlText(text)}</code>`
    return href === undefined ? html : `<a href="${htmlAttribute(href)}">${html}</a>`
  }
  // Headings in documents are less prominent than headings of the page.
  rules['heading_open'] = () => '<p class="subhead">'
  rules['heading_close'] = () => '</p>\n'
  rules['fence'] = (tokens, index) => codeBlock(tokens[index]?.content ?? '', tokens[index]?.info)
  rules['code_block'] = (tokens, index) => codeBlock(tokens[index]?.content ?? '')
  rules['table_open'] = (tokens, index) => {
    const isStacked = tokens[index]?.attrGet('class') === 'stacked'
    return `<div class="scroll" tabindex="0"><table${isStacked ? ' class="stacked"' : ''}>`
  }
  rules['table_close'] = () => '</table></div>'
  const blocks: ProsePrinter['blocks'] = (text, links) => {
    site = links
    depth = 0
    closings.length = 0
    if (isHostile(text)) return `<p>${htmlText(visible(text))}</p>`
    return markdown.render(visible(text)).trim()
  }
  return {
    blocks,
    inline(text, links) {
      const html = blocks(text, links)
      const isOne = html.startsWith('<p>') && html.endsWith('</p>') && !/<p[ >]/.test(html.slice(3))
      return isOne ? html.slice(3, -4) : html
    },
  }
}

/** Returns the start tag of a link to the web. Returns an empty string for other URLs. */
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

/** Prints a code block. The first word of its info string is in its class, for the Markdown page. */
function codeBlock(text: string, info = ''): string {
  const shown = text.replace(/\n$/, '')
  const language = languageOf(info)
  const html = language === undefined ? htmlText(shown) : highlight(language, shown)
  const [name] = /^[\w+#-]+/.exec(info.trim()) ?? []
  return codeFrame(html, name && `language-${name}`)
}
