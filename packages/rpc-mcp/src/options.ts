import { parseArgs } from 'node:util'
import { type Options, UsageError } from '@rpcloom/cli/internal'
import type { ProgramOptions } from './program-server.ts'
import type { HttpAddress } from './serve.ts'

/** Options of the command. */
export interface McpOptions extends ProgramOptions {
  /** Address of HTTP; absent for standard input and output. */
  readonly http?: HttpAddress
  readonly help: boolean
  readonly version: boolean
}

const text = (value: string, about: string) => ({ type: 'string', value, about }) as const
const list = (value: string, about: string) =>
  ({ type: 'string', multiple: true, value, about: `${about}; repeatable` }) as const
const flag = (about: string) => ({ type: 'boolean', default: false, value: '', about }) as const

const own = {
  http: text('PORT', 'Serve Streamable HTTP at /mcp of the port, instead of standard streams'),
  host: text('HOST', 'Address to listen on; default: 127.0.0.1'),
  'allowed-host': list('NAME', 'Further name in the header Host'),
  'allow-writes': flag('Call methods that write without the consent of the user'),
  expose: list('PATTERN', 'Offer the methods that match, such as eth_*, as a tool each'),
  'max-result': text('CHARACTERS', 'Maximum length of a part of a result; default: 40000'),
  version: flag('Print the version'),
  help: { ...flag('Print this help'), short: 'h' },
} as const

/** The options of `@rpcloom/cli` for connections. */
const connections = {
  url: text('URL', 'Address of the server'),
  at: list('NAME=VALUE', 'Value of a variable in the path'),
  header: list('NAME:VALUE', 'Header of every request'),
  'cookie-file': text('FILE', 'File with user:password for Basic authentication'),
  config: text('FILE', 'JSON file with settings of the connection'),
  timeout: text('MS', 'Time limit of a request; default: 30000, 0 for no limit'),
  retries: text('N', 'Further attempts of calls that only read; default: 3'),
  mock: flag('Return examples and generated values; send nothing'),
  seed: text('TEXT', 'Seed of the generated values of --mock'),
} as const

const options = { ...own, ...connections }

/** Reads the arguments of the command. */
export function readOptions(args: readonly string[]): McpOptions {
  const values = valuesIn(args)
  const { http, host = '127.0.0.1', 'allowed-host': hosts = [], 'max-result': most } = values
  const connection = Object.entries(values).filter(([name, value]) => name in connections && value)
  return {
    // The names and types are those of the options of `@rpcloom/cli`.
    connection: Object.fromEntries(connection) as Options,
    ...(http !== undefined && { http: { host, hosts, port: numberOf('http', http, 65_535) } }),
    ...(most !== undefined && { maxResult: numberOf('max-result', most, 10_000_000) || 1 }),
    allowWrites: values['allow-writes'],
    expose: values.expose,
    help: values.help,
    version: values.version,
  }
}

function valuesIn(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options }).values
  } catch (error) {
    // `parseArgs` throws a TypeError for invalid arguments.
    if (error instanceof TypeError) throw new UsageError(error.message, { cause: error })
    throw error
  }
}

function numberOf(name: string, given: string, most: number): number {
  if (/^\d{1,9}$/.test(given) && Number(given) <= most) return Number(given)
  throw new UsageError(`--${name} must be a whole number up to ${most}`)
}

/** Returns the help of the command. */
export function usage(name: string, description: string): string {
  const rows = Object.entries(options).map(
    ([option, { value, about }]) => `  ${`--${option} ${value}`.padEnd(28)}${about}`,
  )
  return `${description}\n\nUsage: ${name} [OPTIONS]\n\nServes tools of the methods by the Model Context Protocol.\n\nOptions:\n${rows.join('\n')}`
}
