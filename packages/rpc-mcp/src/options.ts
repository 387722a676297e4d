import { parseArgs } from 'node:util'
import { type Options, UsageError } from '@rpcloom/cli/internal'

/** Options of the command. */
export interface McpOptions {
  readonly connection: Options
  /** Address of HTTP; absent for standard input and output. */
  readonly http?: {
    readonly host: string
    readonly port: number
    readonly hosts: readonly string[]
  }
  readonly allowWrites: boolean
  readonly expose: readonly string[] | undefined
  readonly maxResult: number
  readonly help: boolean
  readonly version: boolean
}

const texts = {
  http: ['PORT', 'Serve Streamable HTTP at /mcp of the port, instead of standard input and output'],
  host: ['HOST', 'Address to listen on; default: 127.0.0.1'],
  'allowed-host': ['NAME', 'Further name in the header Host; repeatable'],
  'allow-writes': ['', 'Call methods that write without the consent of the user'],
  expose: ['PATTERN', 'Offer the methods that match, such as eth_*, as a tool each; repeatable'],
  'max-result': ['CHARACTERS', 'Maximum length of a part of a result; default: 40000'],
  url: ['URL', 'Address of the server'],
  at: ['NAME=VALUE', 'Value of a variable in the path; repeatable'],
  header: ['NAME:VALUE', 'Header of every request; repeatable'],
  'cookie-file': ['FILE', 'File with user:password for Basic authentication'],
  config: ['FILE', 'JSON file with settings of the connection'],
  timeout: ['MS', 'Time limit of a request; default: 30000, 0 for no limit'],
  retries: ['N', 'Further attempts of calls that only read; default: 3'],
  mock: ['', 'Return examples and generated values; send nothing'],
  seed: ['TEXT', 'Seed of the generated values of --mock'],
  version: ['', 'Print the version'],
  help: ['', 'Print this help'],
} as const

const text = { type: 'string' } as const
const list = { type: 'string', multiple: true } as const
const flag = { type: 'boolean', default: false } as const

/** Reads the arguments of the command. */
export function readOptions(args: readonly string[]): McpOptions {
  const { values } = parsed(args)
  const { url, at, header, config, timeout, retries, mock, seed, 'cookie-file': cookie } = values
  const given = {
    url,
    at,
    header,
    config,
    timeout,
    retries,
    seed,
    'cookie-file': cookie,
    ...(mock && { mock: true }),
  }
  return {
    connection: Object.fromEntries(
      Object.entries(given).filter(([, value]) => value !== undefined),
    ) as Options,
    ...(values.http !== undefined && {
      http: {
        port: numberOf('--http', values.http, 65_535),
        host: values.host ?? '127.0.0.1',
        hosts: values['allowed-host'] ?? [],
      },
    }),
    allowWrites: values['allow-writes'],
    expose: values.expose,
    maxResult: Math.max(1, numberOf('--max-result', values['max-result'] ?? '40000', 10_000_000)),
    help: values.help,
    version: values.version,
  }
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        http: text,
        host: text,
        'allowed-host': list,
        'allow-writes': flag,
        expose: list,
        'max-result': text,
        url: text,
        at: list,
        header: list,
        'cookie-file': text,
        config: text,
        timeout: text,
        retries: text,
        mock: flag,
        seed: text,
        version: flag,
        help: { ...flag, short: 'h' },
      },
    })
  } catch (error) {
    // `parseArgs` throws a TypeError for invalid arguments.
    if (error instanceof TypeError) throw new UsageError(error.message, { cause: error })
    throw error
  }
}

function numberOf(name: string, given: string, most: number): number {
  if (/^\d{1,9}$/.test(given) && Number(given) <= most) return Number(given)
  throw new UsageError(`${name} must be a whole number up to ${most}, not ${JSON.stringify(given)}`)
}

/** Returns the help of the command. */
export function usage(name: string, description: string): string {
  const rows = Object.entries(texts).map(
    ([option, [value, about]]) => `  ${`--${option} ${value}`.padEnd(28)}${about}`,
  )
  return [
    description,
    `Usage: ${name} [OPTIONS]`,
    'Serves tools of the methods by the Model Context Protocol, over standard input and output or HTTP.',
    `Options:\n${rows.join('\n')}`,
  ].join('\n\n')
}
