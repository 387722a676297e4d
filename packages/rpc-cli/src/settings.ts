import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { checkSchema } from '@rpcloom/schema'
import { UsageError } from './exit-codes.ts'
import { environmentVariable } from './names.ts'
import { type Options, wholeNumber } from './options.ts'
import type { ProgramDocument } from './program.ts'
import { jsonIn, readText } from './read-text.ts'

/** Settings of the connection, from options, environment and settings file, in this order of precedence. */
export interface Settings {
  readonly address: string
  /** The setting that has the address, for errors. */
  readonly from: string
  readonly headers: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly retries: number
}

/** Members of a settings file. */
interface SettingsFile extends Partial<Omit<Settings, 'address' | 'from'>> {
  readonly url?: string
  readonly wsUrl?: string
  readonly cookieFile?: string
}

/** Reads the settings of a program, for calls or for events. */
export function readSettings(
  { name, group, events }: { name: string; group: ProgramDocument; events: boolean },
  options: Options,
): Settings {
  const inEnv = (setting: string): string | undefined =>
    process.env[environmentVariable(name, setting)]
  const file = settingsFile(name, options.config ?? inEnv('config'))
  const url = ['url', 'url'] as const
  const names = events ? [['ws-url', 'wsUrl'] as const, url] : [url]
  const [from = '', given] =
    [
      ...names.map(([one]) => [`--${one}`, options[one]]),
      ...names.map(([one]) => [environmentVariable(name, one), inEnv(one)]),
      ...names.map(([, one]) => ['the settings file', file[one]]),
      ...names.map(([, one]) => ['the document', group[one]]),
    ].find(([, one]) => one !== undefined) ?? []
  const address = events ? given?.replace(/^http(?=s?:)/i, 'ws') : given
  if (address === undefined) {
    const variable = environmentVariable(name, 'url')
    throw new UsageError(`The document has no address of a server: set --url or ${variable}`)
  }
  if (!/^(https?|wss?):\/\//i.test(address) || !URL.canParse(address))
    throw new UsageError(
      `The address of ${from} must be a URL that starts with http, https, ws or wss`,
    )
  const timeout = options.timeout ?? inEnv('timeout')
  const retries = options.retries ?? inEnv('retries')
  return {
    address,
    from,
    headers: sentHeaders([
      [file.cookieFile, Object.entries(file.headers ?? {})],
      [inEnv('cookie-file'), headersIn(inEnv('headers')?.split('\n') ?? [])],
      [options['cookie-file'], headersIn(options.header ?? [])],
    ]),
    timeoutMs: wholeNumber('The time limit', timeout) ?? file.timeoutMs ?? 30_000,
    retries: wholeNumber('The number of retries', retries) ?? file.retries ?? 3,
  }
}

type Header = readonly [name: string, value: string]

/** Joins the cookie files and headers of sources. Later ones take precedence. */
function sentHeaders(
  sources: readonly (readonly [cookieFile: string | undefined, headers: readonly Header[]])[],
): Settings['headers'] {
  const all = new Map<string, () => string>()
  for (const [cookieFile, headers] of sources) {
    if (cookieFile !== undefined) all.set('authorization', () => basicAuthentication(cookieFile))
    for (const [name, value] of headers) all.set(name.toLowerCase(), () => value)
  }
  return Object.fromEntries([...all].map(([name, read]) => [name, validHeader(name, read())]))
}

function validHeader(name: string, value: string): string {
  if (/^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t\x20-\x7E\x80-\xFF]*$/.test(value)) return value
  throw new UsageError(`The header ${JSON.stringify(name)} has an invalid name or value`)
}

function headersIn(lines: readonly string[]): readonly Header[] {
  return lines.flatMap((line) => {
    if (line.trim() === '') return []
    const [, name, value] = /^\s*([^:]+?)\s*:\s*(.*?)\s*$/.exec(line) ?? []
    if (name !== undefined && value !== undefined) return [[name, value] as const]
    throw new UsageError('A header must have the form NAME: VALUE')
  })
}

/** Returns the header for a file with `user:password`, as nodes write it at each start. */
function basicAuthentication(path: string): string {
  const text = readText(path, `the cookie file ${path}`).trim()
  if (!/^[^:\s]+:\S+$/.test(text)) throw new UsageError(`${path} must contain user:password`)
  return `Basic ${Buffer.from(text).toString('base64')}`
}

function settingsFile(name: string, path: string | undefined): SettingsFile {
  const folder = process.env['XDG_CONFIG_HOME'] ?? ''
  // Relative paths are invalid according to the XDG Base Directory Specification.
  const base = isAbsolute(folder) ? folder : join(homedir(), '.config')
  const usual = join(base, name, 'config.json')
  if (path === undefined && !existsSync(usual)) return {}
  const file = path ?? usual
  const value = jsonIn(file, readText(file, `the settings ${file}`))
  const [issue] = checkSchema(fileSchema, value)
  if (!issue) {
    // The schema describes the interface.
    const { cookieFile, ...settings } = value as SettingsFile
    const path = cookieFile && resolve(dirname(file), cookieFile)
    return { ...settings, ...(path && { cookieFile: path }) }
  }
  throw new UsageError(`${file}: ${`${issue.pointer} ${issue.message}`.trim()}. See --help`)
}

const textSchema = { type: 'string' }
const countSchema = { type: 'integer', minimum: 0, maximum: 999_999_999 }
const fileSchema = {
  type: 'object',
  properties: {
    url: textSchema,
    wsUrl: textSchema,
    headers: { type: 'object', additionalProperties: textSchema },
    cookieFile: textSchema,
    timeoutMs: countSchema,
    retries: countSchema,
  },
  additionalProperties: false,
}
