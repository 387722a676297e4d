import { capitalized, Markup, type View } from 'rpcloom/codegen'
import type { Block, Leaf, NamedLink, TypePart } from '../page/leaf.ts'
import { relativeAddress, relativePath } from './address.ts'
import { codeFrame, highlight } from './highlight.ts'
import { htmlAttribute, htmlText, visible } from './html-text.ts'
import type { NameLinks, ProsePrinter } from './prose.ts'

/** Returns a part of a page for its template. Leaves are printed as HTML for the page `from`. */
export type ViewPrinter = (part: unknown, from: string) => View

/** `namesOn` returns the links of names in code spans on a page. */
export function openViews(
  printer: ProsePrinter,
  namesOn: (from: string) => NameLinks,
): ViewPrinter {
  return (page, from) => {
    const tools = { printer, names: namesOn(from) }
    const viewOf = (part: unknown): View => {
      if (typeof part === 'string') return visible(part)
      if (typeof part !== 'object' || part === null) return part as View
      if (part instanceof Markup) return part
      if (Array.isArray(part)) return part.map(viewOf)
      if (isLeaf(part)) return new Markup(leafHtml(part, from, tools))
      const view: Record<string, View> = {}
      for (const [name, value] of Object.entries(part)) view[name] = viewOf(value)
      return view
    }
    return viewOf(page)
  }
}

function isLeaf(part: object): part is Leaf {
  return 'leaf' in part
}

interface Tools {
  readonly printer: ProsePrinter
  readonly names: NameLinks
}

function leafHtml(leaf: Leaf, from: string, tools: Tools): string {
  const { printer, names } = tools
  switch (leaf.leaf) {
    case 'prose':
      return printer.blocks(leaf.text, { names })
    case 'note':
      return printer.inline(leaf.text, { names })
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
      return anchor(relativeAddress(from, leaf.to), text, isHere)
    }
    case 'address':
      return htmlAttribute(relativeAddress(from, leaf.to))
    case 'file':
      return htmlAttribute(relativePath(from, leaf.path))
    case 'download':
      return anchor(relativePath(from, leaf.path), htmlText(leaf.text))
    case 'text': {
      const addresses = (href: string): string | undefined => {
        const to = Object.hasOwn(leaf.links, href) ? leaf.links[href] : undefined
        return to && relativeAddress(from, to)
      }
      return `<div class="prose">${printer.blocks(leaf.text, { names, addresses })}</div>`
    }
    default:
      return blockHtml(leaf, (inside) => leafHtml(inside, from, tools))
  }
}

/** Number of sections up to which their list is open. */
const mostContents = 12

/** Prints a block. `print` prints a leaf inside of it. */
function blockHtml(
  block: Exclude<Block, { readonly leaf: 'text' }>,
  print: (leaf: Leaf) => string,
): string {
  switch (block.leaf) {
    case 'heading': {
      const { level, text, id } = block
      const attribute = id === undefined ? '' : ` id="${htmlAttribute(id)}"`
      return `<h${level}${attribute}>${htmlText(text)}</h${level}>`
    }
    case 'tabs':
      return tabsHtml(
        block.tabs.map(({ name, code }) => ({ name: htmlText(name), code: print(code) })),
      )
    case 'callout': {
      const title = `<p class="callout-title"><strong>${capitalized(block.tone)}</strong></p>`
      const inside = block.inside.map(print).join('\n')
      return `<div class="box callout ${block.tone}" role="note"><div>${title}\n${inside}</div></div>`
    }
    case 'contents': {
      const items = block.items.map((item) => `<li>${print(item)}</li>`).join('')
      const list = `<ul>${items}</ul>`
      const isLong = block.items.length > mostContents
      return `<nav class="toc" aria-label="On this page">${isLong ? `<details><summary>On this page</summary>${list}</details>` : list}</nav>`
    }
    case 'links': {
      const items = block.items.map(({ link, about }) => {
        return `<li>${print(link)}${about === undefined ? '' : ` <div>${print(about)}</div>`}</li>`
      })
      return `<ul class="links">${items.join('')}</ul>`
    }
    default:
      return block satisfies never
  }
}

function tabsHtml(tabs: readonly { readonly name: string; readonly code: string }[]): string {
  const [only, ...others] = tabs
  if (only !== undefined && others.length === 0)
    return `<div class="panel"><p class="panel-head">${only.name}</p>${only.code}</div>`
  const sections = tabs.map(
    ({ name, code }) => `<section class="tab"><p class="tab-name">${name}</p>${code}</section>`,
  )
  return `<div class="panel" data-tabs>${sections.join('')}</div>`
}

function linkNames(names: readonly NamedLink[], from: string): (text: string) => string {
  const links = new Map(
    names.flatMap(({ name, to }) => {
      const { page, fragment } = to
      if (page === from && fragment === undefined) return []
      const here = page === '' ? { ...to, page: from } : to
      return [[name, relativeAddress(from, here)] as const]
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
const longName = 24

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
  return anchor(relativeAddress(from, part.to), breakable(part.name))
}

function anchor(href: string, html: string, isHere = false): string {
  const here = isHere ? ' aria-current="page"' : ''
  return `<a href="${htmlAttribute(href)}"${here}>${html}</a>`
}
