import { isRemote } from '../../load/files.ts'
import type { Dialect } from '@rpcloom/conform'
import type { CliValues } from '../arguments.ts'
import type { Route } from '../../conform/proxy/route.ts'

/** Validated options of `rpcloom conform`. */
export interface ConformOptions {
  /** Address of the server or of one endpoint. */
  readonly url: string
  readonly groups: readonly string[]
  readonly allowWrites: boolean
  readonly isPublic: boolean
  /** Skips requests that are not JSON-RPC. */
  readonly gentle: boolean
  /** Warnings end with exit code 1, like errors. */
  readonly denyWarnings: boolean
  /** Reads the documents from the server by `rpc.discover`. */
  readonly discover: boolean
  /** That of the overlays by default. */
  readonly dialect?: Dialect
  readonly skip: readonly string[]
  readonly expect: readonly string[]
  readonly writeExpected?: string
  readonly junit?: string
  /** Local port of the proxy that observes traffic. */
  readonly proxy?: number
  /** Other targets than `url` by path. */
  readonly routes: readonly Route[]
  /** Output file of example pairings from that traffic. */
  readonly record?: string
  readonly markdown?: string
  /** Format of stdout. */
  readonly format: ReportFormat
  /** Requests per second; unlimited if absent. */
  readonly rate?: number
  readonly timeoutMs: number
  /** How long to wait for events of a subscription. */
  readonly eventMs: number
  readonly headers: readonly (readonly [name: string, value: string])[]
}

export type ReportFormat = 'text' | 'markdown' | 'json'

export type ReadOptions =
  | { readonly kind: 'options'; readonly options: ConformOptions }
  | { readonly kind: 'faulty'; readonly message: string }

const DEFAULT_TIMEOUT_MS = 10_000
const DEFAULT_EVENT_MS = 3000

/** Reads the options of a command line; invalid ones are errors. */
export function readOptions(values: CliValues, positionals: readonly string[]): ReadOptions {
  const [url = ''] = positionals
  const rate = numberOf(values, 'rate')
  const timeoutMs = numberOf(values, 'timeout') ?? DEFAULT_TIMEOUT_MS
  const eventMs = numberOf(values, 'events') ?? DEFAULT_EVENT_MS
  const headers = listOf(values, 'header').map(headerOf)
  const declared = values['dialect']
  const dialect = declared === 'spec' || declared === 'public' ? declared : undefined
  const proxy = numberOf(values, 'proxy')
  const routes = listOf(values, 'route').map(routeOf)
  const fault =
    positionals.length !== 1 || !isServer(url)
      ? '`conform` requires the URL of a server, such as `conform http://127.0.0.1:9650`.'
      : isNoCount(rate)
        ? '--rate must be a number of requests per second.'
        : isNoCount(timeoutMs)
          ? '--timeout must be a number of milliseconds.'
          : isNoCount(eventMs)
            ? '--events must be a number of milliseconds.'
            : proxy !== undefined && !isRemote(url)
              ? '--proxy requires an http or https URL.'
              : proxy !== undefined && !(Number.isInteger(proxy) && proxy < 65_536)
                ? '--proxy must be a port, such as 9000.'
                : values['record'] !== undefined && proxy === undefined
                  ? '--record requires --proxy.'
                  : routes.length > 0 && proxy === undefined
                    ? '--route requires --proxy.'
                    : routes.includes(undefined)
                      ? '--route must be a path and a host, such as `--route /ext/bc=http://127.0.0.1:9652`.'
                      : declared !== dialect
                        ? '--dialect must be spec or public.'
                        : headers.some((header) => header === undefined)
                          ? '--header must be a name and a value, such as `--header "authorization: Bearer x"`.'
                          : undefined
  if (fault !== undefined) return { kind: 'faulty', message: fault }
  return {
    kind: 'options',
    options: {
      url,
      groups: listOf(values, 'groups').flatMap(split),
      allowWrites: values['allow-writes'] === true,
      isPublic: values['public'] === true,
      gentle: values['gentle'] === true,
      format: formatOf(values),
      denyWarnings: values['deny-warnings'] === true,
      discover: values['discover'] === true,
      skip: listOf(values, 'skip'),
      expect: listOf(values, 'expect'),
      timeoutMs,
      eventMs,
      headers: headers.filter((header) => header !== undefined),
      routes: routes.filter((route) => route !== undefined),
      ...(dialect !== undefined && { dialect }),
      ...textOf(values, 'write-expected', 'writeExpected'),
      ...textOf(values, 'junit', 'junit'),
      ...textOf(values, 'markdown', 'markdown'),
      ...textOf(values, 'record', 'record'),
      ...(proxy !== undefined && { proxy }),
      ...(rate !== undefined && { rate }),
    },
  }
}

/** `--json` means `--format json`, as in every command. */
function formatOf({ json, format }: CliValues): ReportFormat {
  if (json === true || format === 'json') return 'json'
  return format === 'markdown' ? 'markdown' : 'text'
}

function isServer(url: string): boolean {
  return (isRemote(url) || /^wss?:\/\//i.test(url)) && URL.canParse(url)
}

function split(list: string): readonly string[] {
  return list
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
}

function listOf(values: CliValues, name: string): readonly string[] {
  const value = values[name]
  return Array.isArray(value) ? value.map(String) : typeof value === 'string' ? [value] : []
}

function textOf<Key extends string>(
  values: CliValues,
  name: string,
  key: Key,
): { readonly [key in Key]?: string } {
  const found: { [key in Key]?: string } = {}
  const value = values[name]
  if (typeof value === 'string') found[key] = value
  return found
}

function numberOf(values: CliValues, name: string): number | undefined {
  const value = values[name]
  if (typeof value !== 'string') return undefined
  return /^\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : NaN
}

function isNoCount(value: number | undefined): boolean {
  return value !== undefined && !(value > 0 && value < 1e9)
}

function routeOf(text: string): Route | undefined {
  const [, path = '', address = ''] = /^(\/[^=?#]*)=(.+)$/.exec(text) ?? []
  if (!isRemote(address) || !URL.canParse(address)) return undefined
  return { path, target: new URL(address) }
}

function headerOf(text: string): readonly [string, string] | undefined {
  const [, name = '', value = ''] = /^([\w!#$%&'*+.^`|~-]+)\s*:\s*([^\r\n\0]*)$/.exec(text) ?? []
  return name === '' ? undefined : [name.toLowerCase(), value]
}
