import { parseArgs } from 'node:util'
import { optionSpecs, section, UsageError } from '@rpcloom/cli/internal'
import type { ProgramOptions } from './program-server.ts'
import type { HttpAddress } from './serve.ts'

/** Options of the command. */
export interface McpOptions extends ProgramOptions {
  /** Address of HTTP; absent for standard input and output. */
  readonly http?: HttpAddress
  readonly help: boolean
  readonly version: boolean
}

const text = (value: string, about: string) => ({ type: 'string', value, text: about }) as const
const list = (value: string, about: string) => ({ ...text(value, about), multiple: true }) as const
const flag = (about: string) => ({ type: 'boolean', default: false, text: about }) as const

const own = {
  http: text('PORT', 'Serve Streamable HTTP at /mcp of the port, instead of standard streams'),
  host: text('HOST', 'Address to listen on; default: 127.0.0.1'),
  'allowed-host': list('NAME', 'Further name in the header Host; repeatable'),
  'allow-writes': flag('Call methods that write without the consent of the user'),
  expose: list('PATTERN', 'Offer the methods that match, such as eth_*; repeatable'),
  'max-result': text('CHARACTERS', 'Maximum length of a part of a result; default: 40000'),
  version: flag('Print the version'),
  help: { ...flag('Print this help'), short: 'h' },
} as const

/** The options of `@rpcloom/cli` that concern the connection. */
const isConnection = /^(url|at|header|cookie-file|config|timeout|retries|mock|seed)$/
const connection = Object.fromEntries(
  Object.entries(optionSpecs).flatMap(([name, { value, isRepeated: multiple = false, text }]) => {
    const type = value === undefined ? ('boolean' as const) : ('string' as const)
    const spec = { type, multiple, text, ...(value !== undefined && { value }) }
    return isConnection.test(name) ? [[name, spec]] : []
  }),
)

/** Reads the arguments of the command. Throws a TypeError for unknown options. */
export function readOptions(args: readonly string[]): McpOptions {
  const { values } = parseArgs({ args: [...args], options: { ...connection, ...own } })
  const { http, host = '127.0.0.1', 'allowed-host': hosts = [], 'max-result': most } = values
  const given = Object.entries(values).filter(([name]) => Object.hasOwn(connection, name))
  return {
    connection: Object.fromEntries(given),
    ...(http !== undefined && { http: { host, hosts, port: numberOf('http', http, 65_535) } }),
    ...(most !== undefined && { maxResult: numberOf('max-result', most, 10_000_000) || 1 }),
    allowWrites: values['allow-writes'],
    expose: values.expose,
    help: values.help,
    version: values.version,
  }
}

function numberOf(name: string, given: string, most: number): number {
  if (/^\d{1,9}$/.test(given) && Number(given) <= most) return Number(given)
  throw new UsageError(`--${name} must be a whole number up to ${most}`)
}

/** Returns the help of the command. */
export function usage(name: string, description: string): string {
  const rows = Object.entries({ ...own, ...connection }).map(([option, one]) => {
    return ['value' in one ? `--${option} ${one.value}` : `--${option}`, one.text]
  })
  return `${description}\n\nUsage: ${name} [OPTIONS]\n\n${section('Options', rows)}`
}
