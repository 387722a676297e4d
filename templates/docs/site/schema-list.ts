import { lookup, type NamedType } from 'rpcloom/model'
import { codeLink, link, note } from '../page/leaf.ts'
import type { Page } from '../page/page.ts'
import { fixedPages } from './addresses.ts'
import type { SiteContext } from './context.ts'
import { sectionPages, sectionTargets, withFurther } from './list-pages.ts'
import { referenceEntry, guideHead } from './guide-page.ts'
import { primitivesOf } from './primitives-page.ts'
import { moduleId, moduleTitle, sortOf } from './schema-words.ts'
import { summaryOf } from './summary.ts'

/** Returns the named schemas of a module that have their own page, sorted by name. */
export function schemasOf({ api, addresses }: SiteContext, module: string): readonly NamedType[] {
  const ids = api.modules.find(({ path }) => path === module)?.types ?? []
  return ids
    .filter((id) => {
      const to = addresses.type(id)
      return to !== undefined && to.fragment === undefined
    })
    .map((id) => lookup(api, id))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

const mostRows = 300

export function schemasPage(context: SiteContext): Page | undefined {
  const { api, addresses } = context
  const primitives = primitivesOf(context).length
  const modules = api.modules.flatMap(({ path }) => {
    const rows = schemasOf(context, path).map((named) => ({
      link: codeLink(addresses.type(named.id) ?? { page: fixedPages.schemas }, named.name),
      sort: sortOf(api, named.type),
      about: note(summaryOf(named.doc)),
    }))
    return rows.length === 0 ? [] : [{ id: moduleId(path), title: moduleTitle(api, path), rows }]
  })
  if (modules.length === 0 && primitives === 0) return undefined
  const pages = sectionPages(modules, mostRows)
  const page: Page = {
    ...guideHead(context, 'Schemas', 'All named schemas, by document'),
    path: fixedPages.schemas,
    template: 'schemas',
    body: {},
    entries: [
      referenceEntry(fixedPages.schemas, 'Schemas', ['types', 'data types', 'records', 'objects']),
    ],
  }
  const rest =
    primitives === 0 ? undefined : link({ page: fixedPages.primitives }, 'Primitive types')
  // Breadcrumbs on schema pages link to module IDs on the first page of the list. For modules that are on
  // later pages, the first page has links with these IDs.
  const begun = sectionTargets({ page: fixedPages.schemas }, pages)
  const later = modules.flatMap(({ id, title }) => {
    const to = begun.get(id)
    return to === undefined || to.page === fixedPages.schemas ? [] : [{ id, link: link(to, title) }]
  })
  return withFurther(
    page,
    pages.map((some, index) => ({
      modules: some,
      primitives: index === 0 ? rest : undefined,
      later: index === 0 ? later : [],
    })),
  )
}
