import {
  addressOfServer,
  type ExamplePairing,
  type Group,
  type Json,
  type Method,
} from 'rpcloom/model'
import { accessPath, isPositional, jsonLiteral, propertyKey, quoteString } from 'rpcloom/emit'
import { block, type Leaf } from '../page/leaf.ts'
import { layoutJson } from './layout-json.ts'

/** A call in one language. */
export interface Sample {
  readonly language: string
  readonly code: Leaf
}

/** What a call is made with. */
export type SampleParams = Pick<ExamplePairing, 'params' | 'positional'>

/** A call that samples show. */
export interface SampleCall {
  readonly group: Group
  readonly method: Method
  readonly params: SampleParams
}

/** Where groups without a server are looked for. */
const fallbackOrigin = 'http://127.0.0.1:8545'
const width = 60
/** A longer request goes over several lines of the command. */
const longestBody = 46

/** The request as JSON, ready to be sent. */
export function requestOf({ method, params }: SampleCall): Json {
  const given = isPositional(method) ? params.positional : params.params
  const isEmpty = Object.keys(given).length === 0
  return { jsonrpc: '2.0', id: 1, method: method.wire, ...(isEmpty ? {} : { params: given }) }
}

/** A shell command that makes the call. */
export function curlSample(call: SampleCall): Sample {
  const compact = JSON.stringify(requestOf(call))
  const body = compact.length > longestBody ? layoutJson(requestOf(call)) : compact
  const lines = [
    `curl -s ${shellWord(urlOf(call.group, call.method))} \\`,
    `  -H 'content-type: application/json' \\`,
    `  -d ${shellWord(readable(body))}`,
  ]
  return { language: 'curl', code: block('shell', lines.join('\n')) }
}

/** A program with the generated client that makes the call. */
export function typescriptSample(call: SampleCall, client: string): Sample {
  const { group, method } = call
  const assigned = method.result === undefined || method.result.empty ? '' : 'const result = '
  const args = argumentsOf(call).map((value) =>
    value === undefined ? 'undefined' : literal(value),
  )
  const lines = [
    `import { createClient, http } from ${quoteString(client)}`,
    '',
    'const node = createClient({',
    `  transport: http(${quoteString(originOf(call))}),`,
    '})',
    `${assigned}await ${accessPath(group, method)}(${args.join(', ')})`,
  ]
  return { language: 'TypeScript', code: block('typescript', lines.join('\n')) }
}

function argumentsOf({ method, params }: SampleCall): readonly (Json | undefined)[] {
  if (!isPositional(method)) return Object.keys(params.params).length === 0 ? [] : [params.params]
  const values = method.params.map(({ name }) =>
    Object.hasOwn(params.params, name) ? params.params[name] : undefined,
  )
  const last = values.findLastIndex((value) => value !== undefined)
  return values.slice(0, last + 1)
}

/** A literal over several lines where one is too long. */
function literal(value: Json, indent = ''): string {
  const flat = jsonLiteral(value)
  if (typeof value !== 'object' || value === null || flat.length + indent.length <= width)
    return flat
  const inner = `${indent}  `
  if (Array.isArray(value)) {
    return `[\n${value.map((item: Json) => `${inner}${literal(item, inner)},\n`).join('')}${indent}]`
  }
  const members = Object.entries(value).map(
    ([name, member]) => `${inner}${propertyKey(name)}: ${literal(member, inner)},\n`,
  )
  return `{\n${members.join('')}${indent}}`
}

/** Address of a group, or of a method with servers of its own: the first server, variables at their defaults. */
export function urlOf(group: Group, method?: Method): string {
  const servers = method?.servers.length ? method.servers : group.servers
  const address = servers.map(addressOfServer).find((one) => /^https?:\/\//i.test(one))
  if (address !== undefined) return address
  return fallbackOrigin + (method?.path ?? group.route.path)
}

function originOf({ group, method }: SampleCall): string {
  return /^https?:\/\/[\w.:[\]-]+/.exec(urlOf(group, method))?.[0] ?? fallbackOrigin
}

/** JSON in which nothing hides: marks that turn text around and the like leave as escapes. */
export function readable(json: string): string {
  return json.replace(/[\p{Cf}\p{Zl}\p{Zp}\u007f-\u009f]/gu, (mark) =>
    mark
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )
}

function shellWord(text: string): string {
  if (/^[\w./:@%+=-]+$/.test(text)) return text
  return `'${text.replaceAll("'", `'\\''`)}'`
}
