import { labelText } from 'rpcloom/codegen'
import type { Group, Method } from 'rpcloom/model'
import { codeLink, type Leaf, link, methodName, note, prose, type Target } from '../page/leaf.ts'
import { type Page, type SearchEntry, titled } from '../page/page.ts'
import { isOff, methodBadges } from './access.ts'
import type { Member } from './catalogue.ts'
import type { SiteContext } from './context.ts'
import { countText } from './count-text.ts'
import { deprecationBox } from './deprecation.ts'
import { methodDocumentPath } from './document-path.ts'
import { type Example, examplesOf } from './examples.ts'
import { errorResponse } from './error-response.ts'
import { errorRows } from './errors.ts'
import { examplePages, examplesPages } from './examples-page.ts'
import { fieldsPages, type Fitted, fitFields, withParts } from './fields-page.ts'
import { type ParamRow, paramRows } from './method-params.ts'
import { subscriptionPart } from './method-subscription.ts'
import { type Beside, homeCrumb, neighbours } from './navigation.ts'
import { relatedMethods } from './related.ts'
import { requirementsOf, routesOf } from './requirements.ts'
import { httpOrigin } from './samples/call.ts'
import { searchWords } from './search-words.ts'
import { type Ids, createIds } from './unique-names.ts'
import { standardWordsOf } from './standard-words.ts'
import { firstSentence, summaryOf } from './summary.ts'
import { type Branch, type TreeSite, treeOf } from './tree.ts'
import { methodTypescript } from './typescript.ts'
import { namespacePrefix } from './namespace-prefix.ts'

/** IDs of the fixed sections of a method page, which fields must not use. */
const fixedIds = [
  'content',
  'menu',
  'parameters',
  'result',
  'errors',
  'examples',
  'guides',
  'requirements',
  'routes',
  'subscription',
  'related',
  'search',
  'try',
  'try-title',
  'typescript',
]

const mostErrors = 60

export function methodPage(
  context: SiteContext,
  method: Method,
  group: Group,
  beside: Beside<Method>,
): Page {
  const to = context.addresses.method(method)
  const summary = summaryOf(method.doc)
  const ids = createIds(fixedIds)
  const examples = examplesOf(context, { group, method }, ids)
  const { body, parts, lines } = fitMethod(to, methodBody(context, { group, method }, ids))
  const { shown, further, pages } = examplePages(to, examples, lines)
  const page: Page = {
    path: to.page,
    template: 'method',
    ...titled(method.name, group.title),
    description: `${method.name}: ${firstSentence(method.doc, `a method of ${group.title}`)}`,
    crumbs: [homeCrumb(), { link: link(context.addresses.group(group), group.title) }],
    ...neighbours(beside, (other) => ({
      link: codeLink(context.addresses.method(other), other.name),
    })),
    group: group.key,
    file: group.file,
    body: { ...body, examples: shown, further },
    entries: [
      {
        kind: 'method',
        name: method.name,
        to,
        place: group.title,
        summary: summary ?? '',
        words: searchWords(context.api, method),
        phrases: [...new Set([...(method.search ?? []), ...standardWordsOf(method, group)])],
        text: [method.doc.description, method.result?.doc.description].join(' '),
        ...stateOf({ group, method }),
      },
    ],
    document: methodDocumentPath(context, method),
    source: method.place,
    examples: countOf(examples),
  }
  return withParts(page, [
    ...examplesPages(page, codeLink(to, method.name), pages),
    ...fieldsPages(page, method.name, parts),
  ])
}

function stateOf({ group, method }: Member): Pick<SearchEntry, 'state'> {
  if ((method.doc.deprecated ?? group.doc.deprecated) !== undefined) return { state: 'deprecated' }
  if (isOff(method.enabledBy ?? group.enabledBy)) return { state: 'off' }
  return method.effect === 'read' ? {} : { state: 'write' }
}

function fitMethod(
  to: Target,
  body: ReturnType<typeof methodBody>,
): { readonly body: object } & Pick<Fitted, 'parts' | 'lines'> {
  const { params, result, subscription } = body
  const topics = subscription?.topics ?? []
  const { trees, parts, lines } = fitFields(to, [
    [formOf(params)],
    result?.branches ?? [],
    ...topics.flatMap((topic) => [[formOf(topic.params)], topic.branches]),
  ])
  const paramsAt = (at: number): object => {
    const form = trees[at]?.[0]
    return { params: form?.rows ?? [], furtherParams: form?.moved }
  }
  return {
    body: {
      ...body,
      ...paramsAt(0),
      result: result && { ...result, branches: trees[1] ?? [] },
      subscription: subscription && {
        ...subscription,
        topics: topics.map((topic, at) => ({
          ...topic,
          ...paramsAt(2 + 2 * at),
          branches: trees[3 + 2 * at] ?? [],
        })),
      },
    },
    parts,
    lines,
  }
}

function furtherErrors(context: SiteContext, { errors }: Method): Leaf | undefined {
  const next = errors[mostErrors]
  if (next === undefined) return undefined
  return link(context.errorTarget(next), countText(errors.length - mostErrors, 'further error'))
}

function formOf(rows: readonly ParamRow[]): Branch {
  return {
    title: undefined,
    type: undefined,
    about: undefined,
    rows,
    home: undefined,
    moved: undefined,
  }
}

function countOf(examples: readonly Example[]): Required<Page>['examples'] {
  const written = examples.filter(({ origin }) => origin === 'document')
  return { written: written.length, valid: written.filter(({ check }) => check?.passed).length }
}

function methodBody(context: SiteContext, member: Member, ids: Ids) {
  const { group, method } = member
  const site: TreeSite = { ...context, ids }
  const { summary, description } = leadOf(method)
  const errors = errorRows(context, method)
  const params = paramRows(site, method.params)
  const routes = routesOf(method)
  const requirements = requirementsOf(context, member)
  const subscription = subscriptionPart(site, method)
  const related = relatedMethods(context, member)
  const guides = context.guidesOf(member)
  const typescript = methodTypescript(context, member)
  return {
    name: method.name,
    heading: methodName(method.name, namespacePrefix(method)),
    tryIt: context.implemented.has(group.key)
      ? undefined
      : { method: method.slug, group: group.slug },
    origin: context.implemented.has(group.key) ? undefined : httpOrigin(group, method),
    group: group.title,
    summary: note(summary),
    description: prose(description),
    badges: methodBadges(context, member),
    deprecation: deprecationBox(context, method.doc.deprecated, group),
    structure: structureText(method),
    params,
    result: resultPart(site, method),
    errors: errors.slice(0, mostErrors),
    furtherErrors: furtherErrors(context, method),
    hasHelp: errors.some(({ help }) => help !== undefined),
    hasReason: errors.some(({ reason }) => reason !== undefined),
    hasWhen: errors.some(({ reason, when, help, data }) => reason ?? when ?? help ?? data),
    failure: method.errors[0] && errorResponse(context, member, method.errors[0]),
    routes,
    requirements,
    subscription,
    related,
    guides,
    typescript,
    sections: [
      ['parameters', 'Parameters', true],
      ['result', 'Result', true],
      ['subscription', 'Notifications', subscription !== undefined],
      ['typescript', 'TypeScript', typescript !== undefined],
      ['errors', 'Errors', errors.length > 0],
      ['routes', 'GET routes', routes.length > 0],
      ['requirements', 'Access and limits', requirements.length > 0],
      ['guides', 'Guides', guides.length > 0],
      ['related', 'Related', related.length > 0],
    ].flatMap(([id, text, there]) => (there ? [{ id, text }] : [])),
  }
}

/** Maximum length of a summary at the top of the page. Longer summaries are shown further down. */
const longestSummary = 200

/**
 * Returns the prose at the top of a method page. If a method has no summary, its one-line
 * description is used.
 */
function leadOf({ doc }: Method): Record<'summary' | 'description', string | undefined> {
  const { summary, description } = doc
  const line = description?.trim() ?? ''
  const isLead = summary === undefined && line !== '' && line.length <= longestSummary
  if (isLead && !/[\n|#]|^[-*>]/.test(line)) return { summary: line, description: undefined }
  // A description that only repeats the summary is omitted.
  return { summary, description: summary === description ? undefined : description }
}

interface ResultPart {
  readonly type: Leaf | undefined
  readonly about: Leaf | undefined
  readonly isEmpty: boolean
  readonly branches: ReturnType<typeof treeOf>
  /** Whether the branches are alternatives, of which one is shown at a time. */
  readonly hasVariants: boolean
}

function resultPart(site: TreeSite, { result }: Method): ResultPart | undefined {
  if (result === undefined) return undefined
  const text = result.doc.description ?? result.doc.summary
  const parts = site.labels.of(result)
  const branches = result.empty ? [] : treeOf(site, result.type, 'result')
  // The label `object` is omitted if a table of fields follows, because the table already shows an
  // object.
  const hasBranches = labelText(parts) === 'object' && branches.some(({ rows }) => rows.length > 0)
  return {
    type: hasBranches ? undefined : { leaf: 'type', parts },
    // A title that only repeats the name is omitted.
    about: text === result.name ? undefined : prose(text),
    isEmpty: result.empty,
    branches,
    hasVariants: branches.length > 1,
  }
}

const structures: Readonly<Record<Method['paramStructure'], string>> = {
  'by-name': 'An object with the params as members.',
  'by-position': 'An array in this order. Optional params at the end may be omitted.',
  either: 'An array in this order, or an object with the params as members.',
  whole: 'The value itself, without its name.',
}

function structureText(method: Method): string | undefined {
  return method.params.length === 0 ? undefined : structures[method.paramStructure]
}
