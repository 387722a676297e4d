import { gather } from 'rpcloom/codegen'
import type { Group, RpcErrorSpec } from 'rpcloom/model'
import { code, codeLink, type Leaf, link, note } from '../page/leaf.ts'
import type { Page, SearchEntry } from '../page/page.ts'
import { fixedPages } from './addresses.ts'
import type { ErrorEntry, Member } from './catalogue.ts'
import type { SiteContext } from './context.ts'
import { type ErrorResponse, errorResponse } from './error-response.ts'
import { type ErrorDescription, errorDescription, mostListed, ownerOf } from './errors.ts'
import { countText } from './count-text.ts'
import { withFurther } from './list-pages.ts'
import { referenceEntry, guideHead } from './guide-page.ts'
import { homeCrumb } from './navigation.ts'
import { span } from './requirements.ts'

/** Maximum length of a list of methods that is shown in full. Longer lists are collapsed. */
const longestList = 6

/**
 * Returns a page with the errors that several groups share and with links to the errors of each
 * group. Returns undefined if there are no errors.
 */
export function errorsPage(context: SiteContext): Page | undefined {
  const { api, addresses, catalogue } = context
  const groups = api.groups.flatMap((group) => {
    const { length } = errorsOf(context, group)
    if (length === 0) return []
    return [{ link: link(addresses.errors(group), group.title), count: countText(length, 'error') }]
  })
  const shared = catalogue.errors.filter((entry) => ownerOf(context, entry) === undefined)
  if (groups.length === 0 && shared.length === 0) return undefined
  const page: Page = {
    ...guideHead(context, 'Errors', 'Error codes and reasons, and the methods that return them'),
    path: fixedPages.errors,
    template: 'errors',
    body: {},
    entries: [
      referenceEntry(fixedPages.errors, 'Errors', [
        'error codes',
        'error reasons',
        'failures',
        'list of errors',
      ]),
      ...shared.map((entry) => searchEntry(context, entry, 'Errors')),
    ],
  }
  const head = { title: 'Errors', about: aboutOf(context, catalogue.errors), groups }
  return withFurther(page, bodiesOf(context, head, shared))
}

export function groupErrorsPage(context: SiteContext, group: Group): Page | undefined {
  const errors = errorsOf(context, group)
  if (errors.length === 0) return undefined
  const { addresses } = context
  const title = `Errors of ${group.title}`
  const page: Page = {
    ...guideHead(
      context,
      title,
      `${countText(errors.length, 'error')} of ${group.title}: reasons, causes and methods`,
    ),
    crumbs: [homeCrumb(), { link: link(addresses.group(group), group.title) }],
    path: addresses.errors(group).page,
    file: group.file,
    template: 'errors',
    body: {},
    entries: errors.map((entry) => searchEntry(context, entry, group.title)),
  }
  return withFurther(
    page,
    bodiesOf(context, { title, about: aboutOf(context, errors), groups: [] }, errors),
  )
}

function bodiesOf(
  context: SiteContext,
  head: { readonly title: string; readonly about: Leaf; readonly groups: readonly object[] },
  errors: readonly ErrorEntry[],
): readonly object[] {
  const byPage = gather(
    errors.map((entry) => [context.errorTarget(entry.error).page, entry] as const),
  )
  const lists = byPage.size === 0 ? [[]] : [...byPage.values()]
  return lists.map((some, index) => ({
    ...head,
    groups: index === 0 ? head.groups : [],
    codes: byCode(context, some),
  }))
}

function errorsOf(context: SiteContext, group: Group): readonly ErrorEntry[] {
  return context.catalogue.errors.filter((entry) => ownerOf(context, entry) === group.key)
}

const plainCodes = 'The code identifies the kind of failure.'
const reasoned =
  'If several failures share a code, the reason in `data.reason` distinguishes them. Servers other than the generated ones may not send it.'

function aboutOf({ options: { client } }: SiteContext, errors: readonly ErrorEntry[]): Leaf {
  if (errors.every(({ error }) => error.reason === undefined)) return note(plainCodes)
  const wrapped = `The client then finds the reason by the message pattern if you wrap its transport in \`recognized()\` from ${span(`${client}/reasons`)}.`
  return note([plainCodes, reasoned, ...(client === undefined ? [] : [wrapped])].join(' '))
}

interface CodeSection {
  readonly id: string
  readonly text: string
  readonly about: string | undefined
  readonly rows: readonly ErrorRow[]
}

interface ErrorRow extends ErrorDescription {
  readonly id: string
  readonly pattern: Leaf | undefined
  /** The response of the first method that lists the error. */
  readonly sample: ErrorResponse | undefined
  readonly methods: readonly Leaf[]
  readonly count: string | undefined
}

function byCode(context: SiteContext, errors: readonly ErrorEntry[]): readonly CodeSection[] {
  return [...new Set(errors.map(({ error }) => error.code))].map((number) => ({
    id: `code${number}`,
    text: String(number),
    about: standard(number),
    rows: errors
      .filter(({ error }) => error.code === number)
      .map((entry) => errorRow(context, entry)),
  }))
}

function errorRow(context: SiteContext, { error, methods }: ErrorEntry): ErrorRow {
  const isLong = methods.length > longestList
  return {
    id: context.errorTarget(error).fragment ?? '',
    ...errorDescription(context, error),
    pattern: error.pattern === undefined ? undefined : code(error.pattern),
    sample: sampleOf(context, methods[0], error),
    methods:
      methods.length > mostListed
        ? []
        : methods.map(({ method }) => codeLink(context.addresses.method(method), method.name)),
    count: isLong ? countText(methods.length, 'method') : undefined,
  }
}

function sampleOf(
  context: SiteContext,
  member: Member | undefined,
  error: RpcErrorSpec,
): ErrorResponse | undefined {
  // The entry has the error of the first method, with the position of its data in the document.
  return member && errorResponse(context, member, error)
}

function searchEntry(
  context: SiteContext,
  { error, methods }: ErrorEntry,
  place: string,
): SearchEntry {
  return {
    kind: 'error',
    name: error.reason === undefined ? String(error.code) : `${error.code} ${error.reason}`,
    to: context.errorTarget(error),
    place,
    summary: error.when ?? error.message,
    words: [error.message, ...methods.slice(0, longestList).map(({ method }) => method.name)],
    phrases: error.search,
  }
}

/** Returns the meaning that JSON-RPC 2.0, section 5.1, defines for an error code. */
function standard(number: number): string | undefined {
  const names: Readonly<Record<string, string>> = {
    '-32700': 'The request is not valid JSON.',
    '-32600': 'The JSON is not a valid request.',
    '-32601': 'The method does not exist or is not available here.',
    '-32602': 'The params are not valid for the method.',
    '-32603': 'Internal error of the server.',
  }
  const known = names[String(number)]
  if (known !== undefined) return known
  const isServers = number >= -32_099 && number <= -32_000
  return isServers ? 'Reserved for errors that the server defines.' : undefined
}
