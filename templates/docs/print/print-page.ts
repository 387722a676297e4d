import { posix } from 'node:path'
import { Markup, type ViewObject } from 'rpcloom/codegen'
import { address, fileAddress } from '../page/leaf.ts'
import type { Page } from '../page/page.ts'
import { fixedPages } from '../site/addresses.ts'
import { versionOf } from '../site/landing-page.ts'
import { menuOf } from '../site/menu.ts'
import { hasChanges, type Site } from '../site/pages.ts'
import { type Dialect, relativeAddress, viewOf } from './dialect.ts'
import { feedPath } from '../site/changes.ts'
import { htmlAttribute, visible } from './html-text.ts'
import type { Renderer } from './templates.ts'

/** An output format of the site: a printer of leaves, and templates. */
export interface OutputFormat {
  readonly dialect: Dialect
  readonly render: Renderer
  /** The template that encloses the body. `page` only adds front matter. */
  readonly layout?: 'page'
}

export function printPage(site: Site, page: Page, format: OutputFormat): string {
  const { dialect, render, layout = 'layout' } = format
  const body = render(page.template, objectView(page.body, page, dialect))
  const frame = objectView(frameOf(site, page, dialect), page, dialect)
  const text = render(layout, { ...frame, body: new Markup(body.trim()) })
  return tidy(text, dialect.extension)
}

/**
 * Returns the 404 page. Hosts serve the page for any URL, so its links are absolute if the URL of
 * the site is known.
 */
export function missingText(site: Site, format: OutputFormat): string {
  const text = printPage(site, site.missing, format)
  const { baseUrl } = site.context.options
  if (baseUrl === '') return text
  const folder = htmlAttribute(new URL(baseUrl).pathname)
  return text.replace(/(\s(?:href|src|data-root)=")(?!#|https?:)/g, `$1${folder}`)
}

function frameOf(site: Site, page: Page, dialect: Dialect): object {
  const { options } = site.context
  const isMissing = page === site.missing
  const isPlaced = options.baseUrl !== '' && !isMissing
  const canonical = isPlaced ? `${options.baseUrl}${page.path}.html` : undefined
  return {
    title: page.title,
    description: page.description,
    here: page.name,
    titleText: yamlText(page.title),
    descriptionText: yamlText(page.description),
    canonical,
    linkedData: canonical === undefined ? undefined : linkedData(site, page, canonical),
    twin: isMissing ? undefined : relativeAddress(page.path, { page: page.path }, 'md'),
    isMissing,
    feed: hasChanges(site) ? fileAddress(feedPath) : undefined,
    index: fileAddress('llms.txt'),
    document: page.document === undefined ? undefined : fileAddress(page.document),
    source: sourceText(page),
    sourceAddress: sourceAddress(options.source, page),
    root: posix.relative(posix.dirname(page.path), '.').replace(/(?<=.)$/, '/'),
    home: address({ page: fixedPages.landing }),
    siteTitle: options.title,
    hasLogo: options.hasLogo,
    isVersioned: options.isVersioned,
    image: options.theme.image,
    links: options.theme.links ?? [],
    packageName: options.packageName,
    version: options.version,
    apiVersion: versionOf(site.context.api.groups),
    hasCrumbs: page.crumbs.length > 0,
    crumbs: page.crumbs,
    hasNeighbours: page.previous !== undefined || page.next !== undefined,
    previous: page.previous,
    next: page.next,
    menu: dialect.extension === 'html' ? menuOf(site, page) : undefined,
  }
}

function linkedData(site: Site, page: Page, url: string): Markup {
  const json = {
    '@context': 'https://schema.org',
    '@type': 'TechArticle',
    headline: visible(page.title),
    description: visible(page.description),
    url,
  }
  const trail = {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: trailOf(site, page, url),
  }
  return new Markup(
    JSON.stringify(page.crumbs.length === 0 ? json : [json, trail]).replaceAll('<', '\\u003c'),
  )
}

function trailOf(site: Site, page: Page, url: string): readonly object[] {
  const { baseUrl } = site.context.options
  const above = page.crumbs.flatMap(({ link }) =>
    link.leaf === 'link' ? [{ name: link.text, item: `${baseUrl}${link.to.page}.html` }] : [],
  )
  const own = { name: page.name, item: url }
  return [...above, own].map(({ name, item }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: visible(name),
    item,
  }))
}

/** Returns the place of a page's source: a guide, or a part of a document. */
function sourceText({ source }: Page): string | undefined {
  if (source === undefined || source.pointer === '') return source?.file
  return `${source.file}#${source.pointer}`
}

/**
 * Returns the URL of a page's source document. Returns undefined if the document was loaded from a
 * URL rather than a file.
 */
function sourceAddress(folder: string, { source }: Page): string | undefined {
  if (folder === '' || source === undefined || /^\w+:/.test(source.file)) return undefined
  return `${folder}${encodeURI(source.file)}`
}

/** Returns a YAML string in JSON syntax. Brackets are escaped, so that no renderer reads them as tags or links. */
function yamlText(text: string): Markup {
  // Renderers without support for front matter treat it as Markdown.
  const inert = JSON.stringify(visible(text)).replace(/[<[]/g, (mark) =>
    mark === '<' ? '\\u003c' : '\\u005b',
  )
  return new Markup(inert)
}

function objectView(part: object, page: Page, dialect: Dialect): ViewObject {
  return viewOf(part, page.path, dialect) as ViewObject
}

function tidy(text: string, extension: 'html' | 'md'): string {
  if (extension === 'md') return `${text.replace(/\n{3,}/g, '\n\n').trim()}\n`
  return text
    .split(/(<pre[\s>][\s\S]*?<\/pre>)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/\n\s*\n+/g, '\n')))
    .join('')
}
