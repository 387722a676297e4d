import { isRemote } from '../../load/read/paths.ts'
import type { commonOptions, Values } from '../command.ts'
import { projectFault, type ProjectValues } from '../project.ts'
import type { Comparison } from '../../conform/io/differences.ts'
import type { Route } from '../../conform/proxy/route.ts'

/** Options that are used as they are given. `conformOptions` describes them. */
type GivenOptions = Pick<
  ConformValues,
  'against' | 'before' | 'dialect' | 'infer' | 'io' | 'junit' | 'markdown' | 'record'
>

export interface ConformOptions extends GivenOptions {
  /** URL of the server or of one endpoint; the command line of a program with `program`. */
  readonly url: string
  /** The program whose standard streams are checked. */
  readonly program?: ProgramOptions
  readonly groups: readonly string[]
  readonly allowWrites: boolean
  readonly isPublic: boolean
  /** Omits requests that are not valid JSON-RPC. */
  readonly gentle: boolean
  /** Exits with code 1 on warnings too. */
  readonly denyWarnings: boolean
  /** Requests the document from the server by `rpc.discover`. */
  readonly discover: boolean
  readonly skip: readonly string[]
  readonly expect: readonly string[]
  readonly writeExpected: string | undefined
  /** Local port of a proxy that observes the traffic of other clients. */
  readonly proxy: number | undefined
  /** Servers that replace `url` for certain paths. */
  readonly routes: readonly Route[]
  /** What `io` and `against` compare. */
  readonly comparison: Comparison
  readonly format: ReportFormat
  /** Requests per second; unlimited if undefined. */
  readonly rate: number | undefined
  readonly timeoutMs: number
  /** How long to wait for events of a subscription, in milliseconds. */
  readonly eventMs: number
  readonly headers: readonly (readonly [name: string, value: string])[]
}

/** A program, its arguments, and how its messages are separated. */
export interface ProgramOptions {
  readonly command: readonly string[]
  readonly framing: 'lines' | 'headers' | 'values'
}

export const conformOptions = {
  stdio: {
    type: 'string',
    value: "'COMMAND'",
    help: 'start a program and check it over its standard streams, instead of a URL. No shell is used; quote arguments with spaces',
  },
  framing: {
    type: 'string',
    words: ['lines', 'headers', 'values'],
    value: 'NAME',
    help: 'with --stdio: how messages are separated: one a line (default), by Content-Length, or not at all',
  },
  before: {
    type: 'string',
    value: 'FILE',
    help: 'with --stdio or a ws URL: messages to send over each connection first, such as a handshake: [{ "id": 1, "method": "initialize" }, { "method": "initialized" }]. Omitted params come from the document',
  },
  groups: { type: 'string', multiple: true, value: 'A,B', help: 'groups to check; default: all' },
  discover: {
    type: 'boolean',
    help: 'request the document from the endpoint, even if there is a configuration',
  },
  'allow-writes': { type: 'boolean', help: 'also call methods that write or administer' },
  public: {
    type: 'boolean',
    help: 'public server: skip methods that are node-local or off by default',
  },
  gentle: {
    type: 'boolean',
    help: 'skip invalid requests that have crashed servers, such as the batch `[1,{},null]`',
  },
  dialect: {
    type: 'string',
    words: ['spec', 'public'],
    value: 'NAME',
    help: 'spec, or public: any error is accepted for an invalid request, and few endpoints support batches; default: from the overlays',
  },
  skip: {
    type: 'string',
    multiple: true,
    value: 'FILE',
    help: 'cases to skip: [{ "method": "a.*", "case": "...", "reason": "..." }]',
  },
  expect: {
    type: 'string',
    multiple: true,
    value: 'FILE',
    help: 'known findings to ignore; the command fails if a known finding no longer occurs. Entries have method, group, case, code and pointer; `*` matches any text',
  },
  'write-expected': {
    type: 'string',
    value: 'FILE',
    help: 'write the findings of this run as a list for --expect',
  },
  rate: { type: 'string', value: 'N', help: 'maximum requests per second' },
  timeout: { type: 'string', value: 'MS', help: 'timeout of a request; default: 10000' },
  events: {
    type: 'string',
    value: 'MS',
    help: 'over WebSocket: how long to wait for events of a subscription; default: 3000',
  },
  proxy: {
    type: 'string',
    value: 'PORT',
    help: 'send no requests, but forward all traffic of PORT on this machine unchanged and check it, including WebSockets, until interrupted',
  },
  route: {
    type: 'string',
    multiple: true,
    value: '/PATH=URL',
    help: 'with --proxy: forward requests below this path to another host; repeatable',
  },
  record: {
    type: 'string',
    value: 'PATH',
    help: 'with --proxy: write the traffic, without secrets: successful calls as example pairings to an overlay if PATH ends in .json, otherwise all exchanges to a folder of .io files',
  },
  io: {
    type: 'string',
    value: 'DIR',
    help: 'send the requests of the .io files in a folder (the format of execution-apis) and compare the responses and, over WebSocket or --stdio, the events, instead of checking the documents',
  },
  infer: {
    type: 'string',
    value: 'FILE',
    help: 'with --io, without a URL: write a document that is inferred from the recorded calls or, with --input or a configuration, an overlay that corrects the documents',
  },
  against: {
    type: 'string',
    value: 'URL',
    help: 'send each case to a second server too, and report how its responses differ',
  },
  shapes: {
    type: 'boolean',
    help: 'with --io or --against: compare only the types of values and the names of members',
  },
  header: {
    type: 'string',
    short: 'H',
    multiple: true,
    value: "'A: B'",
    help: 'header of every request or handshake, also to the server of --against; repeatable',
  },
  junit: { type: 'string', value: 'FILE', help: 'write a JUnit report' },
  markdown: { type: 'string', value: 'FILE', help: 'write a report as Markdown tables' },
  format: {
    type: 'string',
    words: ['text', 'markdown', 'json'],
    value: 'FORMAT',
    help: 'text, markdown (a table for a bug report, with a row and a request for each cause) or json',
  },
  'deny-warnings': {
    type: 'boolean',
    help: 'exit with 1 on warnings too (unknown fields, deprecated methods)',
  },
} as const

export type ConformValues = ProjectValues & Values<typeof commonOptions & typeof conformOptions>

export type ReportFormat = 'text' | 'markdown' | 'json'

const DEFAULT_TIMEOUT_MS = 10_000
const DEFAULT_EVENT_MS = 3000

/** Returns an error message for invalid values or combinations of options; undefined if they are valid. */
export function conformFault(
  values: ConformValues,
  [url = '']: readonly string[],
): string | undefined {
  const proxy = numberOf(values.proxy)
  const { stdio } = values
  const faults: readonly (readonly [boolean, string])[] = [
    [stdio !== undefined && url !== '', 'Use either a URL or --stdio.'],
    [values.infer !== undefined && values.io === undefined, '--infer requires --io.'],
    [
      values.infer !== undefined && (url !== '' || stdio !== undefined),
      '--infer sends no requests: omit the URL and --stdio.',
    ],
    [stdio === undefined && url === '' && values.infer === undefined, urlFault],
    [
      stdio !== undefined && !wordsOf(stdio)?.length,
      '--stdio must be a command with closed quotes.',
    ],
    [stdio === undefined && values.framing !== undefined, '--framing requires --stdio.'],
    [
      values.before !== undefined &&
        (proxy !== undefined || (stdio === undefined && isRemote(url))),
      '--before requires --stdio or a ws or wss URL.',
    ],
    [stdio !== undefined && proxy !== undefined, '--proxy requires an http or https URL.'],
    [stdio !== undefined && values.header !== undefined, '--header requires a URL.'],
    [
      stdio === undefined && values.infer === undefined && !isServer(url),
      `${url} is not an http, https, ws or wss URL. ${urlFault}`,
    ],
    [isNoCount(numberOf(values.rate)), '--rate must be a number of requests per second.'],
    [isNoCount(numberOf(values.timeout)), '--timeout must be a number of milliseconds.'],
    [isNoCount(numberOf(values.events)), '--events must be a number of milliseconds.'],
    [proxy !== undefined && !isRemote(url), '--proxy requires an http or https URL.'],
    [
      proxy !== undefined && !(Number.isInteger(proxy) && proxy < 65_536),
      '--proxy must be a port, such as 9000.',
    ],
    [values.record !== undefined && proxy === undefined, '--record requires --proxy.'],
    [
      values.io !== undefined && (proxy ?? values.against) !== undefined,
      '--io cannot be combined with --proxy or --against.',
    ],
    [
      values.against !== undefined && (proxy !== undefined || stdio !== undefined),
      '--against cannot be combined with --proxy or --stdio.',
    ],
    [
      values.against !== undefined &&
        !(isServer(values.against) && isRemote(values.against) === isRemote(url)),
      '--against must be a URL, with http or ws like the first URL.',
    ],
    [
      values.shapes === true && (values.io ?? values.against) === undefined,
      '--shapes requires --io or --against.',
    ],
    [values.route !== undefined && proxy === undefined, '--route requires --proxy.'],
    [
      values.route?.some((text) => routeOf(text) === undefined) === true,
      '--route must be a path and a host, such as `--route /ext/bc=http://127.0.0.1:9652`.',
    ],
    [
      values.header?.some((text) => headerOf(text) === undefined) === true,
      '--header must be a name and a value, such as `--header "authorization: Bearer x"`.',
    ],
  ]
  return faults.find(([isWrong]) => isWrong)?.[1] ?? projectFault(values)
}

export const urlFault =
  '`conform` requires the URL of a server, such as `conform http://127.0.0.1:9650`, or --stdio.'

/** Converts options that `conformFault` accepted. */
export function readOptions(values: ConformValues, [url = '']: readonly string[]): ConformOptions {
  const { stdio, framing = 'lines' } = values
  return {
    ...values,
    url: stdio ?? url,
    ...(stdio !== undefined && { program: { command: wordsOf(stdio) ?? [], framing } }),
    groups: values.groups?.flatMap(split) ?? [],
    allowWrites: values['allow-writes'] === true,
    isPublic: values.public === true,
    // Without separators, an invalid message would take the following ones with it.
    gentle: values.gentle === true || (stdio !== undefined && framing === 'values'),
    // `--json` means `--format json`, as in other commands.
    format: values.json ? 'json' : (values.format ?? 'text'),
    denyWarnings: values['deny-warnings'] === true,
    discover: values.discover === true,
    skip: values.skip ?? [],
    expect: values.expect ?? [],
    timeoutMs: numberOf(values.timeout) ?? DEFAULT_TIMEOUT_MS,
    eventMs: numberOf(values.events) ?? DEFAULT_EVENT_MS,
    headers: values.header?.map(headerOf).filter((header) => header !== undefined) ?? [],
    routes: values.route?.map(routeOf).filter((route) => route !== undefined) ?? [],
    comparison: values.shapes ? 'shapes' : 'values',
    writeExpected: values['write-expected'],
    proxy: numberOf(values.proxy),
    rate: numberOf(values.rate),
  }
}

/** Returns the words of a command line, whose quotes group words; undefined if a quote is not closed. */
function wordsOf(command: string): readonly string[] | undefined {
  const word = /(?:[^\s"']|"[^"]*"|'[^']*')+/g
  if (/["']/.test(command.replaceAll(word, ''))) return undefined
  return [...command.matchAll(word)].map(([text]) =>
    text.replaceAll(
      /"([^"]*)"|'([^']*)'/g,
      (_quoted, double?: string, single?: string) => double ?? single ?? '',
    ),
  )
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

function numberOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  return /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : NaN
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
