import { posix } from 'node:path'
import { Markup, type ViewObject } from 'rpcloom/emit'
import { address } from '../page/leaf.ts'
import type { Page } from '../page/page.ts'
import { fixedPages } from '../site/addresses.ts'
import { menuOf } from '../site/menu.ts'
import type { Site } from '../site/pages.ts'
import { type Dialect, relativeAddress, viewOf } from './dialect.ts'
import { visible } from './html-text.ts'
import type { Renderer } from './templates.ts'

/** One output of the site: how leaves are written, and the templates around them. */
export interface Press {
  readonly dialect: Dialect
  readonly render: Renderer
}

/** The text of a page, complete with its layout. */
export function printPage(site: Site, page: Page, { dialect, render }: Press): string {
  const body = render(page.template, objectView(page.body, page, dialect))
  const frame = objectView(frameOf(site, page, dialect), page, dialect)
  const text = render('layout', { ...frame, body: new Markup(body.trim()) })
  return tidy(text, dialect.extension)
}

function frameOf(site: Site, page: Page, dialect: Dialect): object {
  const { options } = site.context
  return {
    title: page.title,
    description: page.description,
    here: page.title.split(' · ')[0],
    titleText: yamlText(page.title),
    descriptionText: yamlText(page.description),
    canonical: options.baseUrl === '' ? undefined : `${options.baseUrl}${page.path}.html`,
    twin: relativeAddress(page.path, { page: page.path }, 'md'),
    root: posix.relative(posix.dirname(page.path), '.').replace(/(?<=.)$/, '/'),
    home: address({ page: fixedPages.landing }),
    siteTitle: options.title,
    packageName: options.packageName,
    version: options.version,
    hasCrumbs: page.crumbs.length > 0,
    crumbs: page.crumbs,
    hasNeighbours: page.previous !== undefined || page.next !== undefined,
    previous: page.previous,
    next: page.next,
    menu: dialect.extension === 'html' ? menuOf(site.context, site.guides, page) : undefined,
  }
}

/** JSON text is YAML text, too; without brackets no reader takes it for a tag. */
function yamlText(text: string): Markup {
  return new Markup(JSON.stringify(visible(text)).replaceAll('<', '\\u003c'))
}

function objectView(part: object, page: Page, dialect: Dialect): ViewObject {
  return viewOf(part, page.path, dialect) as ViewObject
}

/** Templates leave empty lines where nothing was to be said. */
function tidy(text: string, extension: 'html' | 'md'): string {
  if (extension === 'md') return `${text.replace(/\n{3,}/g, '\n\n').trim()}\n`
  return text
    .split(/(<pre[\s>][\s\S]*?<\/pre>)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/\n\s*\n+/g, '\n')))
    .join('')
}
