import { type Group, lookup, type Server, typesOfGroup } from 'rpcloom/model'
import { codeLink, fileAddress, type Leaf, link, prose } from '../page/leaf.ts'
import { type NextLink, type Page, titled } from '../page/page.ts'
import { groupBadges, availabilityText } from './access.ts'
import { featuredCards } from './featured.ts'
import { latestChanges } from './changes.ts'
import { fixedPages } from './addresses.ts'
import type { SiteContext } from './context.ts'
import { countText } from './count-text.ts'
import { deprecationBox } from './deprecation.ts'
import { ownerOf } from './errors.ts'
import { documentPath } from './document-path.ts'
import { methodSections } from './method-list.ts'
import { besideOf, homeCrumb, neighbours } from './navigation.ts'
import { settingText, sourcesOf, span } from './requirements.ts'
import { firstSentence, summaryOf } from './summary.ts'
import { term, type Term } from './term.ts'
import { sectionPages, withFurther } from './list-pages.ts'
import { declaresBatches, declaresPath, declaresAvailability } from './declared.ts'

const mostRows = 120

export function groupPage(context: SiteContext, group: Group): Page {
  const to = context.addresses.group(group)
  const { groups } = context.api
  const body = groupBody(context, group)
  const pages = sectionPages(body.sections, mostRows)
  const page: Page = {
    path: to.page,
    template: 'group',
    ...titled(group.title, context.options.title),
    description: `${group.title}: ${firstSentence(group.doc, `${group.methods.length} methods`)}`,
    crumbs: [homeCrumb()],
    ...neighbours(besideOf(groups, groups.indexOf(group)), (other) => groupLink(context, other)),
    group: group.key,
    file: group.file,
    body,
    entries: [
      {
        kind: 'group',
        name: group.title,
        to,
        place: group.route.path,
        summary: summaryOf(group.doc) ?? '',
        words: [group.slug, group.key],
      },
    ],
  }
  const bodies = pages.map((sections, index) =>
    index === 0 ? { ...body, sections } : { ...body, ...nothingElse, sections },
  )
  return withFurther(page, bodies)
}

/** Empty values for everything that only the first page of a group shows. */
const nothingElse = {
  about: undefined,
  deprecation: undefined,
  terms: [],
  featured: [],
  latest: undefined,
  schemas: [],
}

function groupLink({ addresses }: SiteContext, group: Group): NextLink {
  return { link: link(addresses.group(group), group.title) }
}

function groupBody(context: SiteContext, group: Group) {
  const { description, summary, deprecated } = group.doc
  const text = description ?? summary
  return {
    title: group.title,
    version: group.version,
    count: countText(group.methods.length, 'method'),
    about: prose(text),
    badges: groupBadges(context, group),
    deprecation: deprecationBox(context, deprecated, group),
    terms: termsOf(context, group),
    featured: featuredCards(context, group),
    sections: methodSections(context, group),
    latest: latestChanges(context, group),
    hasFilter: group.methods.length > 15,
    schemas: schemaLinks(context, group),
    errors: errorsLink(context, group),
    document: fileAddress(documentPath(context, group)),
  }
}

function errorsLink(context: SiteContext, group: Group): Leaf | undefined {
  const { errors } = context.catalogue
  const text = `Errors of ${group.title}`
  if (context.api.groups.length === 1) {
    return errors.length === 0 ? undefined : link({ page: fixedPages.errors }, text)
  }
  const isOwn = errors.some((entry) => ownerOf(context, entry) === group.key)
  return isOwn ? link(context.addresses.errors(group), text) : undefined
}

function termsOf(context: SiteContext, group: Group): readonly Term[] {
  const { options } = context
  const { path, at, wsPath, wsAt, transports, batch } = group.route
  const most =
    batch.maxPublic === undefined ? '' : `, at most ${batch.maxPublic} calls on public servers`
  const spans = (paths: readonly (string | undefined)[]): readonly string[] =>
    paths.flatMap((one) => (one === undefined ? [] : [span(one)]))
  const paths = declaresPath(context, group) ? spans([path, at]) : []
  const isHttp = transports.includes('http')
  const sockets = wsPath === undefined && !isHttp ? paths : spans([wsPath, wsAt])
  return [
    ...(isHttp && paths.length > 0
      ? [term('HTTP', `POST ${paths.join(', with variables ')}`)]
      : []),
    ...(sockets.length === 0 ? [] : [term('WebSocket', sockets.join(', with variables '))]),
    ...group.servers.map((server) => term('Server', serverText(server))),
    ...(declaresAvailability(context, group)
      ? [term('Availability', availabilityText(group.availability))]
      : []),
    ...(group.enabledBy === undefined ? [] : [term('Setting', settingText(group.enabledBy))]),
    ...(declaresBatches(context, group)
      ? [term('Batches', batch.allowed ? `Accepted${most}` : 'Not accepted')]
      : []),
    ...sourcesOf(group.doc),
    ...(options.client === undefined
      ? []
      : [
          term(
            'Import',
            `${span(`${options.client}/${group.slug}`)}, or ${span(`client.${group.key}`)}`,
          ),
        ]),
  ]
}

/** Describes a server: `https://${host}/v2` (production): `host` is `a` or `b`. */
function serverText({ name, url, variables }: Server): string {
  const title = name === undefined ? '' : ` (${name})`
  const parts = variables.flatMap(({ name: variable, default: usual, enum: all }) => {
    const values = [...new Set([usual, ...(all ?? [])])].filter((value) => value !== '').map(span)
    if (values.length === 0) return []
    return [`${span(variable)} is ${values.join(' or ')}${all === undefined ? ' by default' : ''}`]
  })
  return `${span(url)}${title}${parts.length === 0 ? '' : `: ${parts.join(', ')}`}`
}

/** Maximum number of schemas on a group's page. More schemas are listed on a separate page. */
const mostSchemas = 60

function schemaLinks({ api, addresses }: SiteContext, group: Group): readonly Leaf[] {
  const links = typesOfGroup(group)
    .flatMap((id) => {
      const to = addresses.type(id)
      return to === undefined || to.fragment !== undefined
        ? []
        : [{ to, name: lookup(api, id).name }]
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ to, name }) => codeLink(to, name))
  if (links.length <= mostSchemas) return links
  return [link({ page: fixedPages.schemas }, `All ${countText(links.length, 'schema')}`)]
}
