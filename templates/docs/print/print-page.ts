import { posix } from 'node:path'
import { Markup, markdownText, shownFile, type ViewObject } from 'rpcloom/codegen'
import { address, fileAddress, type Leaf } from '../page/leaf.ts'
import type { Page, TemplateName } from '../page/page.ts'
import { fixedPages } from '../site/addresses.ts'
import { versionOf } from '../site/landing-page.ts'
import { menuOf } from '../site/menu.ts'
import type { Site } from '../site/pages.ts'
import { relativePath } from './address.ts'
import { feedPath } from '../site/changes.ts'
import type { ViewPrinter } from './html-leaves.ts'
import { htmlAttribute, visible } from './html-text.ts'
import { markdownLine, markdownOf } from './markdown.ts'
import type { Renderer } from './templates.ts'

/** Prints the pages of a site. */
export interface PagePrinter {
  /** Returns the complete HTML page. */
  readonly html: (page: Page) => string
  /** Returns the page as Markdown: the elements of its HTML. Links to pages get the extension. */
  readonly markdown: (page: Page, extension: 'md' | 'mdx') => string
  /** Returns a leaf on a page as one line of Markdown. */
  readonly line: (leaf: Leaf, page: Page) => string
}

/** Templates whose Markdown has summaries, for which the HTML has no room. */
const withSummaries: ReadonlySet<TemplateName> = new Set(['methods', 'schemas'])

export function openPages(site: Site, viewOf: ViewPrinter, render: Renderer): PagePrinter {
  const print = ({ template, body, path }: Page, isMarkdown: boolean): string =>
    render(template, { ...(viewOf(body, path) as ViewObject), isMarkdown }).trim()
  // HTML and Markdown of a page are printed one after the other.
  let last: { readonly page: Page; readonly body: string } | undefined
  const bodyOf = (page: Page): string => {
    if (last?.page !== page) last = { page, body: print(page, false) }
    return last.body
  }
  return {
    html(page) {
      const frame = viewOf(frameOf(site, page), page.path) as ViewObject
      return tidy(render('layout', { ...frame, body: new Markup(bodyOf(page)) }))
    },
    markdown(page, extension) {
      const body = withSummaries.has(page.template) ? print(page, true) : bodyOf(page)
      return `${frontMatter(page)}\n${markdownOf(body, extension)}\n`
    },
    line(leaf, page) {
      const view = viewOf(leaf, page.path)
      return view instanceof Markup ? markdownLine(view.text, 'md') : ''
    },
  }
}

function frontMatter({ title, description }: Page): string {
  return `---\ntitle: ${yamlText(title)}\ndescription: ${yamlText(description)}\n---\n`
}

/** Returns the Markdown version of a page, with links to the pages around it. */
export function twinText(page: Page, { markdown, line }: PagePrinter): string {
  const text = markdown(page, 'md')
  const { crumbs, previous, next, document } = page
  const end = text.indexOf('\n---\n') + 5
  const trail = [...crumbs.map(({ link }) => line(link, page)), markdownText(visible(page.name))]
  const around = [
    ...(previous === undefined ? [] : [`Previous: ${line(previous.link, page)}`]),
    ...(next === undefined ? [] : [`Next: ${line(next.link, page)}`]),
    ...(document === undefined
      ? []
      : [`OpenRPC document: [JSON](${relativePath(page.path, document)})`]),
  ]
  return [
    text.slice(0, end),
    `Index of all pages: [llms.txt](${relativePath(page.path, 'llms.txt')})\n`,
    ...(crumbs.length === 0 ? [] : [`${trail.join(' / ')}\n`]),
    text.slice(end + 1),
    ...around.map((each) => `${each}\n`),
  ].join('\n')
}

/**
 * Returns the 404 page. Hosts serve the page for any URL, so its links are absolute if the URL of
 * the site is known.
 */
export function missingText(site: Site, { html }: PagePrinter): string {
  const text = html(site.missing)
  const { baseUrl } = site.context.options
  if (baseUrl === '') return text
  const folder = htmlAttribute(new URL(baseUrl).pathname)
  return text.replace(/(\s(?:href|src|data-root)=")(?!#|https?:)/g, `$1${folder}`)
}

function frameOf(site: Site, page: Page): object {
  const { options } = site.context
  const isMissing = page === site.missing
  const isPlaced = options.baseUrl !== '' && !isMissing
  const canonical = isPlaced ? `${options.baseUrl}${page.path}.html` : undefined
  return {
    title: page.title,
    description: page.description,
    canonical,
    linkedData: canonical === undefined ? undefined : linkedData(site, page, canonical),
    twin: isMissing ? undefined : fileAddress(`${page.path}.md`),
    isMissing,
    feed: site.hasFeed ? fileAddress(feedPath) : undefined,
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
    menu: menuOf(site, page),
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

/** Returns the place of a page's source: a guide, or a part of a document. Of a file elsewhere, only the name is shown. */
function sourceText({ source }: Page): string | undefined {
  if (source === undefined) return undefined
  const file = shownFile(source.file).replace(/^\.\.\/.*\//, '')
  return source.pointer === '' ? file : `${file}#${source.pointer}`
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
function yamlText(text: string): string {
  // Renderers without support for front matter treat it as Markdown.
  return JSON.stringify(visible(text)).replace(/[<[]/g, (mark) =>
    mark === '<' ? '\\u003c' : '\\u005b',
  )
}

/** Removes empty lines outside of code. */
function tidy(html: string): string {
  return html
    .split(/(<pre[\s>][\s\S]*?<\/pre>)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/\n\s*\n+/g, '\n')))
    .join('')
}
