import type { Group } from 'rpcloom/model'
import { block, codeLink, fileAddress, jsonBlock, type Leaf, link, note } from '../page/leaf.ts'
import type { IndexPart } from '../guides/guide-pages.ts'
import { type Page, titled } from '../page/page.ts'
import { badges, groupBadges, methodBadges } from './access.ts'
import { fixedPages } from './addresses.ts'
import { feedPath } from './changes.ts'
import { generatedExample } from './examples.ts'
import { cutBlock, shownPairing } from './shortened.ts'
import { firstCall } from './first-call.ts'
import type { SiteContext } from './context.ts'
import { allDocuments } from './document-path.ts'
import { countText } from './count-text.ts'
import { type MethodRow, methodRow } from './method-list.ts'
import { httpOrigin, type Sample } from './samples/call.ts'
import { samplesOf } from './samples/samples.ts'
import { summaryOf } from './summary.ts'

interface LandingParts {
  readonly guides: readonly Page[]
  readonly reference: readonly Page[]
  /** The index of the guides. Guides that it does not list are in a list of their own. */
  readonly index: IndexPart | undefined
}

export function landingPage(context: SiteContext, parts: LandingParts): Page {
  const { api, options } = context
  const { guides, reference, index } = parts
  const count = api.groups.reduce((sum, { methods }) => sum + methods.length, 0)
  const [only] = api.groups.length === 1 ? api.groups : []
  const methods = countText(count, 'method')
  const extent = only ? methods : `${methods} in ${countText(api.groups.length, 'group')}`
  const about = only && summaryOf(only.doc)
  const described = `${options.title}: ${extent}, with params, results, errors and examples`
  return {
    path: fixedPages.landing,
    template: 'landing',
    ...titled(options.title),
    description: options.tagline ?? index?.description ?? described,
    crumbs: [],
    previous: undefined,
    next: undefined,
    group: undefined,
    ...(index?.source !== undefined && { source: index.source }),
    body: {
      title: index?.title ?? options.title,
      tagline: options.tagline ?? note(about),
      extent: api.groups.length === 0 ? undefined : extent,
      version: versionOf(api.groups),
      blocks: index?.blocks ?? [],
      start: startOf(context),
      groups: only ? [] : api.groups.map((group) => groupCard(context, group)),
      methods: only && count > 0 ? methodLinks(context, only) : undefined,
      legend: legendOf(context),
      guides: guides.filter(({ section }) => section === undefined).map(pageLink),
      reference: reference.map(pageLink),
      files: filesOf(context, reference),
    },
    entries: index?.entries ?? [],
  }
}

function pageLink({ path, name, description }: Page): object {
  return { link: link({ page: path }, name), about: description }
}

export function versionOf(groups: readonly Group[]): string | undefined {
  const versions = new Set(groups.map(({ version }) => version))
  return versions.size === 1 ? groups[0]?.version : undefined
}

function groupCard(context: SiteContext, group: Group): object {
  return {
    link: link(context.addresses.group(group), group.title),
    about: note(summaryOf(group.doc)),
    path: group.route.path,
    count: countText(group.methods.length, 'method'),
    badges: groupBadges(context, group),
  }
}

const maxNamed = 30
const mostNames = 120

interface MethodLinks {
  readonly links: readonly Leaf[]
  readonly rows: readonly MethodRow[]
  readonly whole: Leaf
}

function methodLinks(context: SiteContext, group: Group): MethodLinks {
  const { addresses } = context
  const { methods } = group
  if (methods.length <= maxNamed) {
    const rows = methods.map((method) => methodRow(context, group, method))
    return { rows, links: [], whole: link(addresses.group(group), 'Address and access') }
  }
  const text =
    methods.length > mostNames ? `All ${methods.length} methods` : 'All methods with summaries'
  return {
    rows: [],
    links: methods
      .slice(0, mostNames)
      .map((method) => codeLink(addresses.method(method), method.name)),
    whole: link(addresses.group(group), text),
  }
}

/** Returns the labels that occur on the site, except labels that contain a version. */
function legendOf(context: SiteContext): readonly object[] {
  const used = new Set(
    context.api.groups.flatMap((group) => [
      ...groupBadges(context, group),
      ...group.methods.flatMap((method) => methodBadges(context, { group, method })),
    ]),
  )
  return Object.values(badges).filter((badge) => used.has(badge))
}

interface Start {
  readonly tryIt: { readonly method: string; readonly group: string }
  readonly samples: readonly Sample[]
  readonly response: Leaf
  readonly responseTitle: string
  readonly install: Leaf | undefined
  /** Origin of the URLs in the samples. */
  readonly origin: string
}

function startOf(context: SiteContext): Start | undefined {
  const { client, install } = context.options
  const first = firstCall(context)
  if (first === undefined) return undefined
  const example = shownPairing(first.method.examples[0] ?? generatedExample(context, first))
  const response = { jsonrpc: '2.0', id: 1, result: example.result?.value ?? null }
  return {
    origin: httpOrigin(first.group, first.method),
    tryIt: { method: first.method.slug, group: first.group.slug },
    samples: samplesOf({ ...first, params: example, handlers: undefined }, client).map((one) => ({
      ...one,
      code: cutBlock(one.code),
    })),
    response: cutBlock(jsonBlock(response)),
    responseTitle:
      first.method.examples.length > 0 ? 'Response' : 'Response, generated from the schema',
    install: client === undefined ? undefined : block('shell', install ?? `npm install ${client}`),
  }
}

function filesOf({ api }: SiteContext, reference: readonly Page[]): readonly object[] {
  return [
    ...(api.groups.length > 1
      ? [
          {
            name: 'openrpc.json',
            path: fileAddress(allDocuments),
            about: 'all groups as one OpenRPC document',
          },
        ]
      : []),
    { name: 'llms.txt', path: fileAddress('llms.txt'), about: 'index of the pages as Markdown' },
    {
      name: 'llms-full.txt',
      path: fileAddress('llms-full.txt'),
      about: 'all pages in one text file',
    },
    ...(reference.some(({ path }) => path === fixedPages.changes)
      ? [{ name: feedPath, path: fileAddress(feedPath), about: 'changes as an Atom feed' }]
      : []),
    { name: 'sitemap.xml', path: fileAddress('sitemap.xml'), about: 'addresses of all pages' },
  ]
}
