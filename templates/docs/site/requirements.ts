import { jsonText } from 'rpcloom/codegen'
import type { Doc, Group, Limit, Link, Method, Pagination } from 'rpcloom/model'
import { code, type Leaf, note } from '../page/leaf.ts'
import { availabilityText } from './access.ts'
import { term, type Term } from './term.ts'
import type { Member } from './catalogue.ts'
import type { SiteContext } from './context.ts'
import { declaresPath, declaresAvailability } from './declared.ts'

export function requirementsOf(context: SiteContext, { group, method }: Member): readonly Term[] {
  const { since, auth, availability, cost } = method
  const enabledBy = method.enabledBy ?? group.enabledBy
  return [
    ...(method.path === undefined && !declaresPath(context, group)
      ? []
      : [term('Address', placeText(group, method))]),
    ...(declaresAvailability(context, group, method)
      ? [term('Availability', availabilityText(availability))]
      : []),
    ...(enabledBy === undefined ? [] : [term('Setting', settingText(enabledBy))]),
    ...(auth === undefined
      ? []
      : [term('Keystore user', 'The params contain a user name and password.')]),
    ...(since === undefined ? [] : [term('Since', since)]),
    ...(cost === undefined ? [] : [term('Cost', costText(cost))]),
    ...sourcesOf(method.doc),
    ...distinct(method.limits).map((limit) => term('Limit', limitText(limit))),
    ...method.links.map((link) => term('Next', linkText(link))),
    ...(method.pagination === undefined ? [] : [term('Pagination', pagingText(method.pagination))]),
    ...(context.options.client !== undefined && method.pagination !== undefined
      ? [term('In the client', '`.items()` and `.pages()` of the method iterate over all pages.')]
      : []),
  ]
}

function costText(cost: number): string {
  return `${cost} ${cost === 1 ? 'point' : 'points'} of a rate limit; other calls take one`
}

export function sourcesOf({ externalDocs }: Doc): readonly Term[] {
  if (externalDocs === undefined) return []
  const { url, description } = externalDocs
  const text = firstLine(description ?? '').replace(/[.:\s]+$/, '')
  return [term('See also', text === '' ? `<${url}>` : `${text}: <${url}>`)]
}

function distinct(limits: readonly Limit[]): readonly Limit[] {
  return limits.filter(
    ({ text }, index) => limits.findIndex((other) => other.text === text) === index,
  )
}

/** Adds the subject of a limit to its text, unless the text already names the subject. */
function limitText({ subject, text }: Limit): string {
  const isNamed = text.toLowerCase().includes(subject.toLowerCase())
  return isNamed ? text : `${subject}: ${text}`
}

function placeText({ route }: Member['group'], { path }: Method): string {
  if (path !== undefined) return `POST ${span(path)}`
  const way = route.transports.includes('http') ? 'POST' : 'WebSocket'
  const variables = route.at === undefined ? '' : `, with variables ${span(route.at)}`
  const socket = route.wsPath === undefined ? '' : `; WebSocket ${span(route.wsPath)}`
  return `${way} ${span(route.path)}${variables}${socket}`
}

/** Formats a setting: `admin-api-enabled`, off by default. */
export function settingText({ setting, default: isOn }: NonNullable<Group['enabledBy']>): string {
  return `${span(setting)}, ${isOn ? 'on' : 'off'} by default`
}

export function pagingText({ cursor, limit, items, end }: Pagination): string {
  const size =
    limit === undefined
      ? ''
      : ` A page has up to ${span(limit.param)} items: ${limit.default} by default${
          limit.cap === undefined ? '' : `, at most ${limit.cap}`
        }.`
  const last =
    end === 'short-page'
      ? 'a page shorter than the limit is the last one'
      : 'an empty page ends the list'
  return `Pass ${span(cursor.result)} of the result as ${span(cursor.param)} of the next call. The items are in ${span(items)}; ${last}.${size}`
}

/** Describes a link: `getOwner` with `id` from `${result.owner}`. */
function linkText({ method, params, parts, description }: Link): string {
  const given = parts.map(({ param }) => {
    const value = params[param]
    return `${span(param)} from ${span(typeof value === 'string' ? value : jsonText(value))}`
  })
  const from = given.length === 0 ? '' : ` with ${given.join(', ')}`
  return `${span(method)}${from}${description === undefined ? '' : `: ${firstLine(description)}`}`
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? ''
}

/** Returns a Markdown code span that contains the given text. */
export function span(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  return text.includes('`') ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`
}

export interface RouteRow {
  readonly paths: readonly Leaf[]
  readonly about: Leaf | undefined
  readonly query: readonly {
    readonly name: Leaf
    readonly param: Leaf
    readonly repeated: boolean
  }[]
  readonly status: string
}

export function routesOf(method: Method): readonly RouteRow[] {
  return method.rest.map(({ paths, summary, query, status }) => ({
    paths: paths.map((path) => code(`GET ${path}`)),
    about: note(summary),
    query: query.map(({ name, param, repeated }) => ({
      name: code(name),
      param: code(param),
      repeated,
    })),
    status: `${status.ok} if ${status.member} is true, else ${status.fail}`,
  }))
}
