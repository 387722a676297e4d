import { Markup } from 'rpcloom/codegen'
import type { Leaf, NamedLink, TypePart } from '../page/leaf.ts'
import { type Dialect, relativeAddress, relativePath } from './dialect.ts'
import { codeFrame, highlight } from './highlight.ts'
import { htmlAttribute, htmlText, visible } from './html-text.ts'
import type { NameLinks, ProsePrinter } from './prose.ts'

/** Prints leaves as HTML. `namesOn` returns the links of names in code spans on a page. */
export function htmlDialect(printer: ProsePrinter, namesOn: (from: string) => NameLinks): Dialect {
  return {
    extension: 'html',
    leaf: (leaf, from) => new Markup(leafHtml(leaf, from, { printer, names: namesOn(from) })),
  }
}

interface Tools {
  readonly printer: ProsePrinter
  readonly names: NameLinks
}

function leafHtml(leaf: Leaf, from: string, { printer, names }: Tools): string {
  switch (leaf.leaf) {
    case 'prose':
      return printer.blocks(leaf.text, names)
    case 'note':
      return printer.inline(leaf.text, names)
    case 'code':
      return `<code>${htmlText(shown(leaf.text))}</code>`
    case 'name':
      return nameHtml(leaf)
    case 'block':
      return codeFrame(
        highlight(leaf.language, leaf.text, linkNames(leaf.names ?? [], from)),
        leaf.language,
      )
    case 'type':
      return `<code class="type">${leaf.parts.map((part) => typeHtml(part, from)).join('')}</code>`
    case 'link': {
      const isName = leaf.mono || !/\s/.test(leaf.text)
      const shownText = isName ? breakable(leaf.text) : htmlText(leaf.text)
      const text = leaf.mono ? `<code>${shownText}</code>` : shownText
      const isHere = leaf.to.page === from && leaf.to.fragment === undefined
      return anchor(relativeAddress(from, leaf.to, 'html'), text, isHere)
    }
    case 'address':
      return htmlAttribute(relativeAddress(from, leaf.to, 'html'))
    case 'file':
      return htmlAttribute(relativePath(from, leaf.path))
    case 'download':
      return anchor(relativePath(from, leaf.path), htmlText(leaf.text))
    default:
      return leaf satisfies never
  }
}

function linkNames(names: readonly NamedLink[], from: string): (text: string) => string {
  const links = new Map(
    names.flatMap(({ name, to }) => {
      const { page, fragment } = to
      if (page === from && fragment === undefined) return []
      const here = page === '' ? { ...to, page: from } : to
      return [[name, relativeAddress(from, here, 'html')] as const]
    }),
  )
  if (links.size === 0) return htmlText
  return (text) =>
    text
      .split(/([\p{ID_Start}$_][\p{ID_Continue}$]*(?!\??:))/u)
      .map((part) => {
        const href = links.get(part)
        return href === undefined ? htmlText(part) : anchor(href, htmlText(part))
      })
      .join('')
}

/**
 * Returns a name for a link. A name without visible characters is quoted, because a link needs
 * visible text.
 */
export function shown(name: string): string {
  return visible(name).trim() === '' ? JSON.stringify(visible(name)) : name
}

function nameHtml({ text, prefix }: Leaf & { readonly leaf: 'name' }): string {
  if (prefix === undefined) return `<code>${breakable(text)}</code>`
  const rest = breakable(text.slice(prefix.length), text.length)
  return `<code><span class="prefix">${htmlText(prefix)}</span><wbr>${rest}</code>`
}

/** Length from which a name may not fit on a line. */
const longName = 22

function breakable(methodName: string, length = methodName.length): string {
  const name = shown(methodName)
  if (length < longName) return htmlText(name)
  return name
    .split(/(?<=[a-z0-9])(?=[A-Z])|(?<=[._/])/)
    .map(htmlText)
    .join('<wbr>')
}

function typeHtml(part: TypePart, from: string): string {
  if (typeof part === 'string') return htmlText(part)
  return anchor(relativeAddress(from, part.to, 'html'), breakable(part.name))
}

function anchor(href: string, html: string, isHere = false): string {
  const here = isHere ? ' aria-current="page"' : ''
  return `<a href="${htmlAttribute(href)}"${here}>${html}</a>`
}
