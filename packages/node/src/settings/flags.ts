import { isIP } from 'node:net'
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { groups } from '@native-node/server'
import { logLevels, parseLogLevel } from '../log/logger.ts'
import { parseDuration } from './duration.ts'
import { defaults, type Settings } from './settings.ts'

/** A flag of the command line: what it sets, and how its text is read. */
interface Flag {
  readonly name: string
  /** Placeholder in the help; absent for a switch. */
  readonly value?: string
  readonly help: string
  /** The setting for the flag's text; undefined where the text is no such value. */
  readonly read: (text: string) => Partial<Settings> | undefined
}

const flags: readonly Flag[] = [
  {
    name: 'host',
    value: 'ADDRESS',
    help: `address to listen on (${defaults.host})`,
    read: (host) => (host === '' ? undefined : { host }),
  },
  {
    name: 'port',
    value: 'PORT',
    help: `port to listen on, 0 for a free one (${defaults.port})`,
    read: (text) => integer(text, 65_535, (port) => ({ port })),
  },
  {
    name: 'http-allowed-hosts',
    value: 'NAME,...',
    help: 'host names that requests may be addressed to beside --host, * for any (localhost)',
    read: (text) => optional(namesOf(text), (allowedHosts) => ({ allowedHosts })),
  },
  {
    name: 'http-allowed-origins',
    value: 'ORIGIN,...',
    help: 'origins whose pages may call the node, * for any (none but its own)',
    read: (text) => optional(namesOf(text), (allowedOrigins) => ({ allowedOrigins })),
  },
  {
    name: 'disabled-apis',
    value: 'GROUP,...',
    help: 'groups that are not served, such as keystore',
    read: (text) => optional(groupsOf(text), (disabledApis) => ({ disabledApis })),
  },
  { name: 'no-metrics', help: 'no /ext/metrics', read: () => ({ metrics: false }) },
  {
    name: 'slow-call',
    value: 'DURATION',
    help: 'time from which on a call is logged as slow (1s)',
    read: (text) => optional(parseDuration(text), (slowCallMs) => ({ slowCallMs })),
  },
  {
    name: 'public-ip',
    value: 'ADDRESS',
    help: `IP address that the node announces to other nodes (${defaults.publicIP})`,
    read: (publicIP) => (isIP(publicIP) === 0 ? undefined : { publicIP }),
  },
  {
    name: 'staking-port',
    value: 'PORT',
    help: `port that the node announces to other nodes (${defaults.stakingPort})`,
    read: (text) => integer(text, 65_535, (stakingPort) => ({ stakingPort })),
  },
  {
    name: 'data-dir',
    value: 'FOLDER',
    help: 'where the node keeps its data (~/.native-node)',
    read: (dataDir) => (dataDir === '' ? undefined : { dataDir }),
  },
  { name: 'memory', help: 'keep everything in memory', read: () => ({ memory: true }) },
  {
    name: 'verify',
    help: 'before the start, compare all data with its checksums and run all blocks again',
    read: () => ({ verify: true }),
  },
  {
    name: 'dev',
    help: 'development mode: the time can be moved, and the state be set back',
    read: () => ({ dev: true }),
  },
  {
    name: 'public',
    help: 'hide node-local methods, as a public API server does',
    read: () => ({ public: true }),
  },
  {
    name: 'dialect',
    value: 'spec|public',
    help: 'JSON-RPC 2.0 exactly, or as the public node answers (spec)',
    read: (text) => (text === 'spec' || text === 'public' ? { dialect: text } : undefined),
  },
  {
    name: 'admin-api-enabled',
    help: 'serve the C-Chain admin API',
    read: () => ({ adminApiEnabled: true }),
  },
  {
    name: 'network',
    value: 'ID',
    help: 'run the local genesis under another network ID (12345)',
    read: (text) => integer(text, 0xffff_ffff, (networkID) => ({ networkID })),
  },
  {
    name: 'genesis',
    value: 'FILE',
    help: 'what the network begins with, as JSON (the local network)',
    read: (genesis) => (genesis === '' ? undefined : { genesis }),
  },
  {
    name: 'block-time',
    value: 'DURATION',
    help: 'time from a transaction to the block that it is accepted in (none: at once)',
    read: (text) => optional(parseDuration(text), (blockTime) => ({ blockTime })),
  },
  {
    name: 'index-transactions',
    help: 'list the transactions of each address of the X-Chain',
    read: () => ({ indexTransactions: true }),
  },
  {
    name: 'pruning-enabled',
    help: 'keep the states of the last blocks of the C-Chain only, and answer for the last 32',
    read: () => ({ pruningEnabled: true }),
  },
  {
    name: 'historical-proof-query-window',
    value: 'BLOCKS',
    help: `blocks that eth_getProof reaches back without --pruning-enabled, 0 for any (${defaults.historicalProofQueryWindow})`,
    read: (text) =>
      integer(text, Number.MAX_SAFE_INTEGER, (historicalProofQueryWindow) => ({
        historicalProofQueryWindow,
      })),
  },
  {
    name: 'rpc-gas-cap',
    value: 'GAS',
    help: 'most gas of a call to the C-Chain (50000000, with --public 25000000)',
    read: (text) =>
      text === '0'
        ? undefined
        : integer(text, Number.MAX_SAFE_INTEGER, (rpcGasCap) => ({ rpcGasCap })),
  },
  {
    name: 'health-check-frequency',
    value: 'DURATION',
    help: 'time between two runs of the health checks (30s)',
    read: (text) =>
      optional(parseDuration(text), (healthCheckFrequency) => ({ healthCheckFrequency })),
  },
  {
    name: 'required-disk-bytes',
    value: 'BYTES',
    help: 'free disk space below which the node is unhealthy (536870912)',
    read: (text) =>
      integer(text, Number.MAX_SAFE_INTEGER, (requiredDiskBytes) => ({ requiredDiskBytes })),
  },
  {
    name: 'password-rule',
    value: 'classes|strength',
    help: 'what a new keystore password has to meet (classes)',
    read: (text) =>
      text === 'classes' || text === 'strength' ? { passwordRule: text } : undefined,
  },
  {
    name: 'log-level',
    value: 'LEVEL',
    help: `${logLevels.join(', ')} (${defaults.logLevel})`,
    read: (text) => optional(parseLogLevel(text), (logLevel) => ({ logLevel })),
  },
  {
    name: 'evm-genesis',
    value: 'FILE',
    help: 'genesis of an Ethereum chain to run in place of the C-Chain, for tests of its API',
    read: (evmGenesis) => (evmGenesis === '' ? undefined : { evmGenesis }),
  },
  {
    name: 'import-blocks',
    value: 'FILE',
    help: 'encoded blocks, one behind the other, that the C-Chain runs when it opens',
    read: (importBlocks) => (importBlocks === '' ? undefined : { importBlocks }),
  },
  {
    name: 'aliases',
    value: 'FILE',
    help: 'overlay file with vendor names that the node also answers to',
    read: (aliases) => (aliases === '' ? undefined : { aliases }),
  },
]

/** What stood on the command line, by name of the flag. */
type FlagValues = ReturnType<typeof parseArgs>['values']

/** What a command line asks for. */
export type Command =
  | { readonly kind: 'run'; readonly settings: Settings }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly message: string }

/** Reads the command line; a wrong one gives the message to print. */
export function parseCommand(args: readonly string[]): Command {
  const options: NonNullable<ParseArgsConfig['options']> = { help: { type: 'boolean', short: 'h' } }
  for (const flag of flags)
    options[flag.name] = { type: flag.value === undefined ? 'boolean' : 'string' }
  let values: FlagValues
  try {
    values = parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values
  } catch (error) {
    return { kind: 'wrong', message: error instanceof Error ? error.message : String(error) }
  }
  if (values['help'] === true) return { kind: 'help' }
  return collect(values)
}

function collect(values: FlagValues): Command {
  let settings: Settings = defaults
  for (const flag of flags) {
    const given = values[flag.name]
    if (given === undefined) continue
    const read = flag.read(String(given))
    if (read === undefined) {
      return {
        kind: 'wrong',
        message: `--${flag.name} wants ${flag.value ?? 'no value'}, not '${String(given)}': ${flag.help}`,
      }
    }
    settings = { ...settings, ...read }
  }
  if (settings.dev && settings.public)
    return { kind: 'wrong', message: '--dev cannot be combined with --public' }
  return { kind: 'run', settings }
}

/** The help text: one line per flag. */
export function help(): string {
  const rows = flags.map(
    (flag) =>
      [`--${flag.name}${flag.value === undefined ? '' : ` ${flag.value}`}`, flag.help] as const,
  )
  const width = Math.max(...rows.map(([left]) => left.length))
  return [
    'Usage: native-node [options]',
    '',
    ...rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`),
  ].join('\n')
}

function integer(
  text: string,
  max: number,
  make: (value: number) => Partial<Settings>,
): Partial<Settings> | undefined {
  if (!/^\d{1,16}$/.test(text)) return undefined
  const value = Number(text)
  return value <= max ? make(value) : undefined
}

function namesOf(text: string): readonly string[] | undefined {
  const names = text.split(',').map((name) => name.trim())
  return names.includes('') ? undefined : names
}

function groupsOf(text: string): readonly string[] | undefined {
  const keys = namesOf(text)
  return keys?.every((key) => groups.some((group) => group.key === key)) ? keys : undefined
}

function optional<T>(
  value: T | undefined,
  make: (value: T) => Partial<Settings>,
): Partial<Settings> | undefined {
  return value === undefined ? undefined : make(value)
}
