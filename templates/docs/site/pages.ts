import { type Api, type Group, lookup } from 'rpcloom/model'
import { type TargetOptions, withPublicServers } from 'rpcloom/codegen'
import { type Page, type PageTitle, titled } from '../page/page.ts'
import { isLocal, isOff } from './access.ts'
import { accessPage } from './access-page.ts'
import { chooseAddresses, fixedPages } from './addresses.ts'
import { openBundles } from './bundles.ts'
import { openCatalogue } from './catalogue.ts'
import type { SiteContext } from './context.ts'
import { shownGroups } from './client-groups.ts'
import { changesOf } from './changes.ts'
import { changesPage } from './changes-page.ts'
import { conventionsPage } from './conventions-page.ts'
import { deprecationsPage } from './deprecations-page.ts'
import { documentsPage } from './documents-page.ts'
import { openErrorTargets } from './errors.ts'
import { errorsPage, groupErrorsPage } from './errors-page.ts'
import { glossaryPage } from './glossary-page.ts'
import { groupPage } from './group-page.ts'
import { landingPage } from './landing-page.ts'
import { limitsPage } from './limits-page.ts'
import { methodPage } from './method-page.ts'
import { guideHead } from './guide-page.ts'
import { aboutOf, checkGuides, guidePages, guideUses, indexPart } from '../guides/guide-pages.ts'
import { readGuides } from '../guides/read-guides.ts'
import { link } from '../page/leaf.ts'
import { methodsPage } from './methods-page.ts'
import { primitivesPage } from './primitives-page.ts'
import { schemasOf, schemasPage } from './schema-list.ts'
import { besideOf } from './navigation.ts'
import { schemaPage } from './schema-page.ts'
import { siteOptions } from './site-options.ts'
import { openTypeEntries } from './type-entries.ts'
import { openLabels } from './type-label.ts'

export interface Site {
  readonly context: SiteContext
  readonly pages: readonly Page[]
  /** Pages of the project's guides. */
  readonly guides: readonly Page[]
  /** Pages about all methods, which the menu lists above the groups. */
  readonly reference: readonly Page[]
  readonly missing: Page
  /** Whether the site has a feed of changes. */
  readonly hasFeed: boolean
}

export function sitePages(documents: Api, options: TargetOptions): Site {
  const { groups: shown, implemented } = shownGroups({
    groups: byInterest(withPublicServers(documents.groups)),
  })
  const api = { ...documents, groups: shown }
  const addresses = chooseAddresses(api)
  const labels = openLabels(api, addresses)
  const catalogue = openCatalogue(api)
  const written = readGuides(options.guides ?? [])
  const uses = guideUses({ api, catalogue }, written)
  const context: SiteContext = {
    api,
    options: siteOptions(api, options),
    addresses,
    labels,
    catalogue,
    bundles: openBundles(api, implemented),
    implemented,
    showsAvailability: api.groups.some((group) => [group, ...group.methods].some(isLocal)),
    entriesOf: openTypeEntries(api),
    guidesOf: (member) =>
      uses.guides(member).map((guide) => ({
        link: link({ page: guide.page }, guide.title),
        about: aboutOf(guide),
      })),
    errorTarget: openErrorTargets({ api, addresses, catalogue }),
  }
  const groups = api.groups.flatMap((group) => groupPages(context, group))
  const guides = guidePages(context, written, uses)
  const reference = referencePages(context, groups)
  const pages = [
    landingPage(context, { guides, reference, index: indexPart(context, written) }),
    ...guides,
    ...reference,
    ...groups,
    ...schemaPages(context),
  ].flatMap((page) => [page, ...(page.parts ?? [])])
  checkGuides(context, written, pages)
  return {
    context,
    guides,
    reference,
    pages: withUniqueHeads(pages),
    missing: missingPage(context),
    hasFeed: changesOf(context).length > 0,
  }
}

function missingPage(context: SiteContext): Page {
  return {
    ...guideHead(context, 'Not found', 'Page not found'),
    path: fixedPages.missing,
    template: 'missing',
    body: {},
    entries: [],
  }
}

/**
 * Sorts groups so that the groups that most readers need come first. Deprecated groups and groups for node
 * operators come last.
 */
function byInterest(groups: readonly Group[]): readonly Group[] {
  const rank = (group: Group): number => {
    if (group.doc.deprecated !== undefined) return 3
    if (isOff(group.enabledBy)) return 2
    return isLocal(group) ? 1 : 0
  }
  return [...groups].sort((a, b) => rank(a) - rank(b))
}

function groupPages(context: SiteContext, group: Group): readonly Page[] {
  const errors = groupErrorsPage(context, group)
  return [
    groupPage(context, group),
    ...group.methods.map((method, index, all) =>
      methodPage(context, method, group, besideOf(all, index)),
    ),
    ...(errors === undefined ? [] : [errors]),
  ]
}

function referencePages(context: SiteContext, groups: readonly Page[]): readonly Page[] {
  if (groups.length === 0) return []
  return [
    conventionsPage(context),
    accessPage(context),
    limitsPage(context),
    errorsPage(context),
    glossaryPage(context),
    deprecationsPage(context),
    changesPage(context),
    documentsPage(context, groups),
    methodsPage(context),
    schemasPage(context),
  ].filter((page) => page !== undefined)
}

function schemaPages(context: SiteContext): readonly Page[] {
  const primitives = primitivesPage(context)
  const modules = context.api.modules.map(({ path }) => schemasOf(context, path))
  return [
    ...(primitives === undefined ? [] : [primitives]),
    ...modules.flatMap((schemas) =>
      schemas.map(({ id }, index) =>
        schemaPage(context, lookup(context.api, id), besideOf(schemas, index)),
      ),
    ),
  ]
}

/** Makes all titles and descriptions unique by adding the page's path to duplicates. */
function withUniqueHeads(pages: readonly Page[]): readonly Page[] {
  const titles = new Set<string>()
  const descriptions = new Set<string>()
  return pages.map((page) => {
    const short = shortTitle(page)
    const title = unique(titles, short.title, page.path)
    const description = unique(descriptions, page.description, page.path)
    // Unchanged pages are returned as the same objects, because caches compare pages by identity.
    const isUnique = title === page.title && description === page.description
    return isUnique ? page : { ...page, ...short, title, description }
  })
}

/** Number of title characters that search engines show. */
const longestTitle = 60

/** Shortens a long title: first omits the group or section, then truncates the name. */
function shortTitle({ name, title }: Page): PageTitle {
  if (title.length <= longestTitle) return { name, title }
  return titled(
    name.length <= longestTitle ? name : `${name.slice(0, longestTitle - 1).trimEnd()}…`,
  )
}

function unique(taken: Set<string>, text: string, path: string): string {
  const chosen = taken.has(text) ? `${text} (${path})` : text
  taken.add(chosen)
  return chosen
}
