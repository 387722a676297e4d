import { visibleJson } from '@rpcloom/rpc/internal'
import { flatJson, writeJson } from '../json/write-json.ts'
import { isRecord } from '../schema/parts.ts'
import type { Method, Params } from './method.ts'
import { requestParams } from './method.ts'

/** Each request has its own connection, so one `id` is enough. */
export const requestId = 1

/** Returns the request as one line of JSON. */
export function requestText(method: Method, params: Params): string {
  return flatJson(requestOf(method, params))
}

function requestOf(method: Method, params: Params): unknown {
  const given = requestParams(method, params)
  const { name } = method.data
  const base = { jsonrpc: '2.0', id: requestId, method: name }
  return given === undefined ? base : { ...base, params: given }
}

/** Returns a curl command for the call. */
export function curlText(method: Method, params: Params, url: string): string {
  const body = visibleJson(writeJson(requestOf(method, params)))
  return [
    `curl -s ${shellWord(url)} \\`,
    `  -H 'content-type: application/json' \\`,
    `  -d ${shellWord(body)}`,
  ].join('\n')
}

/** Returns a curl command for a GET route. */
export function curlGetText(url: string): string {
  return `curl -s ${shellWord(url)}`
}

function shellWord(text: string): string {
  if (/^[\w./:@%+=-]+$/.test(text)) return text
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** Returns a program with the generated client; undefined without a client. */
export function typescriptText(method: Method, params: Params, origin: string): string | undefined {
  const { client } = method.group
  if (client === undefined) return undefined
  const { access, positional } = method.data
  const values = positional
    ? method.params.map(({ name }) => (Object.hasOwn(params, name) ? params[name] : undefined))
    : [Object.keys(params).length === 0 ? undefined : params]
  const last = values.findLastIndex((value) => value !== undefined)
  const args = values.slice(0, last + 1).map((value) => literal(value, ''))
  const assigned = method.result === undefined ? '' : 'const result = '
  return [
    `import { createClient, http } from ${quoted(client)}`,
    '',
    'const node = createClient({',
    `  transport: http(${quoted(origin)}),`,
    '})',
    `${assigned}await ${access}(${args.join(', ')})`,
    '',
  ].join('\n')
}

const width = 60

function literal(value: unknown, indent: string): string {
  const line = flatLiteral(value)
  const isLeaf = typeof value !== 'object' || value === null
  if (isLeaf || line.length + indent.length <= width) return line
  const inner = `${indent}  `
  const parts = Array.isArray(value)
    ? value.map((item) => literal(item, inner))
    : Object.entries(value).map(([name, member]) => `${key(name)}: ${literal(member, inner)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`
}

function flatLiteral(value: unknown): string {
  if (value === undefined) return 'undefined'
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'string') return quoted(value)
  if (Array.isArray(value)) return `[${value.map(flatLiteral).join(', ')}]`
  if (!isRecord(value)) return flatJson(value)
  const members = Object.entries(value).map(
    ([name, member]) => `${key(name)}: ${flatLiteral(member)}`,
  )
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

/** Computed, since `__proto__` in a literal would set the prototype. */
function key(name: string): string {
  if (name === '__proto__') return `['__proto__']`
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name)
}

function quoted(text: string): string {
  const inner = visibleJson(JSON.stringify(text)).slice(1, -1)
  return `'${inner.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}
