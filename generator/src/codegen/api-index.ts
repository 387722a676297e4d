import type { Api, Group, Method, RpcErrorSpec } from '../model/types.ts'
import { isPositional } from './signature.ts'
import { codeSpan, Markup, markdownText } from './template.ts'

/** Lists the methods or errors of a group in Markdown at one level of detail. */
type Form = (group: Group) => readonly string[]

/** Returns the expression with which code accesses a method. */
export type PathOf = (group: Group, method: Method) => string

/** Lists every method of an API. The list uses the highest level of detail that fits into `most` characters. */
export function methodIndex(api: Api, pathOf: PathOf, most: number): Markup {
  const spell = (group: Group, method: Method): string =>
    codeSpan(`${pathOf(group, method)}${paramNames(method)}`).text
  const summed: Form = (group) =>
    group.methods.map((method) => {
      const { summary } = method.doc
      const about = summary === undefined ? '' : `: ${markdownText(summary)}`
      return `- ${spell(group, method)}${about}`
    })
  const spelled: Form = (group) => group.methods.map((method) => `- ${spell(group, method)}`)
  const named: Form = (group) => [
    group.methods
      .map(({ namespace, member }) => codeSpan([namespace, member].filter(Boolean).join('.')).text)
      .join(', '),
  ]
  const counted: Form = ({ methods }) => [`${methods.length} methods.`]
  const head = (group: Group): string => {
    const path = codeSpan(group.route.path).text
    return `### ${markdownText(group.title)} (${codeSpan(group.key).text}, ${path}, entry ${codeSpan(`./${group.slug}`).text})`
  }
  return fitting(api, head, { forms: [summed, spelled, named, counted], most })
}

/**
 * Lists every error of an API (name, code and condition). The list uses the highest level of detail that fits
 * into `most` characters.
 */
export function errorIndex(api: Api, most: number): Markup {
  const spell = ({ identifier, reason, code }: RpcErrorSpec): string =>
    `${codeSpan(reason ?? identifier).text} (${code})`
  const described: Form = (group) =>
    group.errors.map((error) => `- ${spell(error)}: ${markdownText(error.when ?? error.message)}`)
  const named: Form = (group) => [group.errors.map(spell).join(', ')]
  const counted: Form = (group) => [`${group.errors.length} errors.`]
  const withErrors = { ...api, groups: api.groups.filter((group) => group.errors.length > 0) }
  const head = (group: Group): string =>
    `### ${markdownText(group.title)} (${codeSpan(group.key).text})`
  return fitting(withErrors, head, { forms: [described, named, counted], most })
}

function paramNames(method: Method): string {
  const names = method.params.map(({ name, required }) => (required ? name : `${name}?`)).join(', ')
  if (names === '') return '()'
  return isPositional(method) ? `(${names})` : `({ ${names} })`
}

interface Choice {
  readonly forms: readonly Form[]
  readonly most: number
}

function fitting(api: Api, head: (group: Group) => string, { forms, most }: Choice): Markup {
  let text = ''
  for (const form of forms) {
    text = api.groups.map((group) => [head(group), '', ...form(group)].join('\n')).join('\n\n')
    if (text.length <= most) return new Markup(text)
  }
  // Even the shortest list is too long, so cut off its end.
  const kept = text.slice(0, most)
  return new Markup(`${kept.slice(0, kept.lastIndexOf('\n\n'))}\n\nAnd more: see the declarations.`)
}
