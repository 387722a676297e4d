import type { Api } from 'rpcloom/model'
import {
  type DerivedOutput,
  derivedText,
  keyOf,
  type OutputFile,
  type TargetOptions,
} from 'rpcloom/codegen'
import type { Page } from './page/page.ts'
import { atomFeed } from './output/atom.ts'
import { assetFiles } from './output/assets.ts'
import { documentFiles } from './output/documents.ts'
import { llmsFull, llmsIndex } from './output/llms.ts'
import { packageFiles, pagePackageFiles } from './output/package-files.ts'
import { searchIndex } from './output/search-index.ts'
import { pageKeys } from './output/page-keys.ts'
import { robots, sitemap } from './output/sitemap.ts'
import { tryFormats } from './output/try-formats.ts'
import { tryHost } from './output/try-host.ts'
import { tryData } from './output/try-data.ts'
import { tryScript } from './output/try-script.ts'
import { relativeAddress } from './print/address.ts'
import { openViews } from './print/html-leaves.ts'
import { missingText, openPages, type PagePrinter, twinText } from './print/print-page.ts'
import {
  mdxElement,
  mdxPage,
  vitePressElement,
  vitePressPage,
  withTryIt,
} from './print/site-generator.ts'
import { openProse } from './print/prose.ts'
import { openTemplates } from './print/templates.ts'
import { feedPath } from './site/changes.ts'
import { type NameTargets, nearOf, openNameTargets } from './site/name-targets.ts'
import { type Site, sitePages } from './site/pages.ts'

export function buildDocs(api: Api, options: TargetOptions): readonly OutputFile[] {
  const site = sitePages(api, options)
  const { templates } = options
  const { format } = options.options
  if (format === 'mdx' || format === 'vitepress') return pageFiles(site, options, format)
  const names = openNameTargets(site.context)
  const printer = printerOf(site, options, names)
  const keys = pageKeys(site, names)
  const pages = site.pages.map((page) => ({
    html: derived(`${page.path}.html`, keys.html(page), () => printer.html(page)),
    twin: derived(`${page.path}.md`, keys.markdown(page), () => twinText(page, printer)),
  }))
  return [
    ...packageFiles(site, options),
    ...pages.flatMap(({ html, twin }) => [html, twin]),
    derived('404.html', keys.html(site.missing), () => missingText(site, printer)),
    ...assetFiles(templates, site.context.options.theme).filter(
      ({ path }) => path !== 'site/assets/try-it.css',
    ),
    ...tryFiles(site, options),
    ...documentFiles(site),
    ...textFiles(
      site,
      pages.map(({ twin }) => twin),
    ),
  ]
}

/** Opens the printer of pages. Names in code spans become links to their pages. */
function printerOf(site: Site, { templates }: TargetOptions, names: NameTargets): PagePrinter {
  const nearBy = new Map(site.pages.map((page) => [page.path, nearOf(page)]))
  const views = openViews(openProse(), (from) => (name) => {
    const to = names.find(name, nearBy.get(from) ?? {})
    return to === undefined || to.page === from ? undefined : relativeAddress(from, to)
  })
  return openPages(site, views, openTemplates(templates))
}

/** Returns what Try it needs: one script, which loads the data of a group, and one style sheet. */
function tryFiles({ context }: Site, { templates }: TargetOptions): readonly OutputFile[] {
  return [
    ...assetFiles(templates, context.options.theme).filter(
      ({ path }) => path === 'site/assets/try-it.css',
    ),
    tryScript(),
    tryHost(),
    tryFormats(context.api),
    ...tryData(context),
  ]
}

const formats = {
  mdx: { extension: 'mdx', adapt: mdxPage, element: mdxElement },
  vitepress: { extension: 'md', adapt: vitePressPage, element: vitePressElement },
} as const

/** Removes links to files that only complete sites have, such as `llms.txt`. */
function withoutFiles(page: Page): Page {
  return 'files' in page.body ? { ...page, body: { ...page.body, files: [] } } : page
}

/**
 * Returns the files for a site generator: Markdown pages, and the OpenRPC documents to which the
 * pages link.
 */
function pageFiles(
  site: Site,
  options: TargetOptions,
  format: keyof typeof formats,
): readonly OutputFile[] {
  const { extension, adapt, element } = formats[format]
  const names = openNameTargets(site.context)
  const { markdown } = printerOf(site, options, names)
  const keys = pageKeys(site, names)
  return [
    ...pagePackageFiles(site, options),
    ...site.pages.map((page) =>
      derived(`${page.path}.${extension}`, keyOf([format, keys.markdown(page)]), () =>
        withTryIt(adapt(markdown(withoutFiles(page), extension)), page, element),
      ),
    ),
    ...documentFiles(site),
    ...tryFiles(site, options),
  ]
}

function textFiles(site: Site, twins: readonly DerivedOutput[]): readonly OutputFile[] {
  return [
    derivedText('site/assets/search-rows.js', searchIndex(site)),
    derivedText('site/llms.txt', llmsIndex(site)),
    derived('llms-full.txt', keyOf(twins.map(({ path, key }) => [path, key])), (textOf) =>
      llmsFull(twins.map(({ path }) => textOf(path))),
    ),
    ...(site.hasFeed ? [derivedText(`site/${feedPath}`, atomFeed(site))] : []),
    derivedText('site/sitemap.xml', sitemap(site)),
    derivedText('site/robots.txt', robots(site)),
  ]
}

function derived(path: string, key: string, text: DerivedOutput['text']): DerivedOutput {
  return { kind: 'derived', path: `site/${path}`, key, text }
}
