// Code samples for the pages and for the Try it form.
import { isRecord } from '@rpcloom/rpc'
import { visibleJson } from '@rpcloom/schema/internal'
import { flatJson, writeJson } from '../json/write-json.ts'

const longestBody = 46
const width = 60

/** Returns JSON for a page, with misleading characters escaped. */
export function sampleJson(value: unknown, indent = ''): string {
  return visibleJson(writeJson(value, 56, indent))
}

/** Headers of a request by name, in order. */
export type SampleHeaders = readonly (readonly [name: string, value: string])[]

export function curlText(url: string, request: unknown, headers: SampleHeaders = []): string {
  const compact = flatJson(request)
  const body = compact.length > longestBody ? sampleJson(request, '  ') : visibleJson(compact)
  return [
    `curl -s ${shellWord(url)}`,
    `  -H 'content-type: application/json'`,
    ...headerOptions(headers),
    `  -d ${shellWord(body)}`,
  ].join(' \\\n')
}

/** Returns a curl command for a GET request. */
export function curlGetText(url: string, headers: SampleHeaders): string {
  return [`curl -s ${shellWord(url)}`, ...headerOptions(headers)].join(' \\\n')
}

function headerOptions(headers: SampleHeaders): readonly string[] {
  return headers.map(([name, value]) => `  -H ${shellWord(`${name}: ${value}`)}`)
}

export function shellWord(text: string): string {
  if (/^[\w./:@%+=-]+$/.test(text)) return text
  return `'${text.replaceAll("'", `'\\''`)}'`
}

interface ClientCall {
  readonly client: string
  /** Origin of the server, which is called over WebSocket if its scheme is that of WebSockets. */
  readonly origin: string
  /** Expression for the method: `client.pChain.getHeight`. */
  readonly access: string
  readonly args: string
  readonly hasResult: boolean
  readonly headers?: SampleHeaders
}

/** Returns a TypeScript program that makes a call with the generated client. */
export function typescriptText({ headers = [], ...call }: ClientCall): string {
  const expression = `await ${call.access}(${call.args})`
  const options =
    headers.length === 0 ? '' : `, ${literal({ headers: Object.fromEntries(headers) })}`
  const transport = call.origin.startsWith('ws') ? 'webSocket' : 'http'
  return [
    `import { createClient, ${transport} } from ${literal(call.client)}`,
    '',
    `const client = createClient({ transport: ${transport}(${literal(call.origin)}${options}) })`,
    ...(call.hasResult ? [`const result = ${expression}`, 'console.log(result)'] : [expression]),
  ].join('\n')
}

/**
 * Formats the arguments of a call, in the order of `names`. If `names` is undefined, all params are
 * one object argument.
 */
export function argumentsText(
  names: readonly string[] | undefined,
  params: Readonly<Record<string, unknown>>,
): string {
  const whole = Object.keys(params).length === 0 ? undefined : params
  const values = names?.map((name) => (Object.hasOwn(params, name) ? params[name] : undefined))
  const all = values ?? [whole]
  const last = all.findLastIndex((value) => value !== undefined)
  return all
    .slice(0, last + 1)
    .map((value) => literal(value))
    .join(', ')
}

/** Returns a TypeScript literal, over several lines if it is long. */
export function literal(value: unknown, indent = ''): string {
  const line = flatLiteral(value)
  const isScalar = typeof value !== 'object' || value === null
  if (isScalar || line.length + indent.length <= width) return line
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

/** A computed key is used, because `__proto__` in a literal would set the prototype. */
function key(name: string): string {
  if (name === '__proto__') return `['__proto__']`
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? name : quoted(name)
}

function quoted(text: string): string {
  const inner = visibleJson(JSON.stringify(text)).slice(1, -1)
  return `'${inner.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}
