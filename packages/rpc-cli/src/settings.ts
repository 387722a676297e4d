import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { isRecord } from '@rpcloom/schema/json'
import { UsageError } from './exit-codes.ts'
import { environmentVariable } from './names.ts'
import { type Options, wholeNumber } from './options.ts'
import type { Program } from './program.ts'

/** Settings of the connection, from options, environment and settings file, in this order of precedence. */
export interface Settings {
  readonly url: string
  readonly wsUrl: string
  readonly headers: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly retries: number
}

/** Members of a settings file. */
interface SettingsFile {
  readonly url?: string
  readonly wsUrl?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly cookieFile?: string
  readonly timeoutMs?: number
  readonly retries?: number
}

export function readSettings(program: Program, options: Options): Settings {
  const { env } = process
  const inEnv = (setting: string): string | undefined =>
    env[environmentVariable(program.name, setting)]
  const file = settingsFile(program, options.config ?? inEnv('config'))
  const url = options.url ?? inEnv('url') ?? file.url ?? program.url
  const cookieFile = options['cookie-file'] ?? inEnv('cookie-file') ?? file.cookieFile
  const timeout = options.timeout ?? inEnv('timeout')
  const retries = options.retries ?? inEnv('retries')
  return {
    url,
    wsUrl: options['ws-url'] ?? inEnv('ws-url') ?? file.wsUrl ?? url.replace(/^http(?=s?:)/i, 'ws'),
    headers: {
      ...(cookieFile !== undefined && { authorization: basicAuthentication(cookieFile) }),
      ...file.headers,
      ...headersIn((inEnv('headers') ?? '').split('\n').filter((line) => line.trim() !== '')),
      ...headersIn(options.header ?? []),
    },
    timeoutMs: wholeNumber('The time limit', timeout) ?? file.timeoutMs ?? 30_000,
    retries: wholeNumber('The number of retries', retries) ?? file.retries ?? 3,
  }
}

function headersIn(lines: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    lines.map((line) => {
      const [, name, value] = /^\s*([\w!#$%&'*+.^`|~-]+)\s*:\s*(.*?)\s*$/.exec(line) ?? []
      if (name === undefined || value === undefined) {
        throw new UsageError('A header must have the form NAME: VALUE')
      }
      return [name.toLowerCase(), value]
    }),
  )
}

/** Returns the header for a file with `user:password`, as nodes write it at each start. */
function basicAuthentication(path: string): string {
  const text = readText(path, 'the cookie file').trim()
  if (!/^[^:\s]+:\S+$/.test(text)) throw new UsageError(`${path} must contain user:password`)
  return `Basic ${Buffer.from(text).toString('base64')}`
}

function settingsFile(program: Program, path: string | undefined): SettingsFile {
  const folder = process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config')
  const usual = join(folder, program.name, 'config.json')
  const text = readText(path ?? usual, 'the settings', path === undefined)
  return text === undefined ? {} : checked(parsed(text, path ?? usual), path ?? usual)
}

function parsed(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(`${path} is not JSON`, { cause: error })
  }
}

const members: Readonly<Record<keyof SettingsFile, (value: unknown) => boolean>> = {
  url: isText,
  wsUrl: isText,
  headers: (value) => isRecord(value) && Object.values(value).every(isText),
  cookieFile: isText,
  timeoutMs: isCount,
  retries: isCount,
}

function isText(value: unknown): boolean {
  return typeof value === 'string'
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

function checked(value: unknown, path: string): SettingsFile {
  const known: Readonly<Record<string, (value: unknown) => boolean>> = members
  if (!isRecord(value)) throw new UsageError(`${path} must contain a JSON object`)
  for (const [name, member] of Object.entries(value)) {
    if (!Object.hasOwn(known, name)) {
      const names = Object.keys(known).join(', ')
      throw new UsageError(`${path}: unknown setting ${JSON.stringify(name)}. Known: ${names}`)
    }
    if (known[name]?.(member) !== true) throw new UsageError(`${path}: invalid value of ${name}`)
  }
  return value
}

/** Returns the text of a file; undefined if an optional file does not exist. */
function readText(path: string, what: string): string
function readText(path: string, what: string, isOptional: boolean): string | undefined
function readText(path: string, what: string, isOptional = false): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException
    if (isOptional && (code === 'ENOENT' || code === 'ENOTDIR')) return undefined
    throw new UsageError(`Could not read ${what} ${path}: ${code}`, { cause: error })
  }
}
