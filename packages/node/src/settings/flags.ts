import { isIP } from 'node:net'
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { groups } from '@native-node/server'
import { logLevels, parseLogLevel } from '../log/logger.ts'
import { isEvmSocketUrl, isEvmUrl } from './evm-address.ts'
import { conflictOf } from './conflicts.ts'
import { parseDuration } from './duration.ts'
import { defaults, type Settings } from './settings.ts'

interface Flag {
  readonly name: string
  /** Placeholder for the value in the help; absent for a boolean flag. */
  readonly value?: string
  readonly help: string
  /** Whether the value of the flag may contain credentials. Messages must not show such a value. */
  readonly isSecret?: boolean
  /** Parses the value of the flag. Returns undefined if the value is invalid. */
  readonly read: (text: string) => Partial<Settings> | undefined
}

const flags: readonly Flag[] = [
  {
    name: 'host',
    value: 'ADDRESS',
    help: `address to listen on (default: ${defaults.host})`,
    read: (host) => (host === '' ? undefined : { host }),
  },
  {
    name: 'port',
    value: 'PORT',
    help: `port to listen on, 0 for a free port (default: ${defaults.port})`,
    read: (text) => integer(text, 65_535, (port) => ({ port })),
  },
  {
    name: 'http-allowed-hosts',
    value: 'NAME,...',
    help: 'host names to accept in the Host header besides localhost, * for any',
    read: (text) => optional(namesOf(text), (allowedHosts) => ({ allowedHosts })),
  },
  {
    name: 'http-allowed-origins',
    value: 'ORIGIN,...',
    help: 'origins that may call the node from a browser, * for any (default: pages of the node)',
    read: (text) => optional(namesOf(text), (allowedOrigins) => ({ allowedOrigins })),
  },
  {
    name: 'disabled-apis',
    value: 'GROUP,...',
    help: `API groups to disable: ${groups.map(({ key }) => key).join(', ')}`,
    read: (text) => optional(groupsOf(text), (disabledApis) => ({ disabledApis })),
  },
  { name: 'no-metrics', help: 'disable /ext/metrics', read: () => ({ metrics: false }) },
  {
    name: 'slow-call',
    value: 'DURATION',
    help: 'log calls that take at least this long as slow (default: 1s)',
    read: (text) => optional(parseDuration(text), (slowCallMs) => ({ slowCallMs })),
  },
  {
    name: 'public-ip',
    value: 'ADDRESS',
    help: `IP address to announce to other nodes (default: ${defaults.publicIP})`,
    read: (publicIP) => (isIP(publicIP) === 0 ? undefined : { publicIP }),
  },
  {
    name: 'staking-port',
    value: 'PORT',
    help: `port to announce to other nodes (default: ${defaults.stakingPort})`,
    read: (text) => integer(text, 65_535, (stakingPort) => ({ stakingPort })),
  },
  {
    name: 'data-dir',
    value: 'FOLDER',
    help: 'data folder (default: ~/.native-node)',
    read: (dataDir) => (dataDir === '' ? undefined : { dataDir }),
  },
  {
    name: 'memory',
    help: 'keep all data in memory; it is lost when the node stops',
    read: () => ({ memory: true }),
  },
  {
    name: 'verify',
    help: 'verify all checksums and re-execute all blocks before starting',
    read: () => ({ verify: true }),
  },
  {
    name: 'dev',
    help: 'development mode: methods to advance the time and revert the state',
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
    help: 'strict JSON-RPC 2.0, or the dialect of public nodes (default: spec)',
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
    help: 'network ID of the local genesis (default: 12345)',
    read: (text) => integer(text, 0xffff_ffff, (networkID) => ({ networkID })),
  },
  {
    name: 'genesis',
    value: 'FILE',
    help: 'JSON file with the genesis of the network (default: a local network)',
    read: (genesis) => (genesis === '' ? undefined : { genesis }),
  },
  {
    name: 'block-time',
    value: 'DURATION',
    help: 'delay from a transaction to its block (default: accept immediately)',
    read: (text) => optional(parseDuration(text), (blockTime) => ({ blockTime })),
  },
  {
    name: 'index-transactions',
    help: 'index X-Chain transactions by address, for xvm.getAddressTxs',
    read: () => ({ indexTransactions: true }),
  },
  {
    name: 'pruning-enabled',
    help: 'delete old states of the C-Chain; only the states of the last 32 blocks can be read',
    read: () => ({ pruningEnabled: true }),
  },
  {
    name: 'historical-proof-query-window',
    value: 'BLOCKS',
    help: `maximum age, in blocks, of states that eth_getProof reads without --pruning-enabled, 0 for any (default: ${defaults.historicalProofQueryWindow})`,
    read: (text) =>
      integer(text, Number.MAX_SAFE_INTEGER, (historicalProofQueryWindow) => ({
        historicalProofQueryWindow,
      })),
  },
  {
    name: 'rpc-gas-cap',
    value: 'GAS',
    help: 'maximum gas of eth_call and similar methods (default: 50000000, with --public 25000000)',
    read: (text) =>
      text === '0'
        ? undefined
        : integer(text, Number.MAX_SAFE_INTEGER, (rpcGasCap) => ({ rpcGasCap })),
  },
  {
    name: 'client-execution',
    value: 'DURATION',
    help: 'execution time of one client address within 20 s; 0 for no limit (default: none, with --public 5s)',
    read: (text) =>
      optional(text === '0' ? 0 : parseDuration(text), (clientExecutionMs) => ({
        clientExecutionMs,
      })),
  },
  {
    name: 'health-check-frequency',
    value: 'DURATION',
    help: 'interval between health check runs (default: 30s)',
    read: (text) =>
      optional(parseDuration(text), (healthCheckFrequency) => ({ healthCheckFrequency })),
  },
  {
    name: 'required-disk-bytes',
    value: 'BYTES',
    help: 'free disk space below which the node is unhealthy, in bytes (default: 536870912)',
    read: (text) =>
      integer(text, Number.MAX_SAFE_INTEGER, (requiredDiskBytes) => ({ requiredDiskBytes })),
  },
  {
    name: 'password-rule',
    value: 'classes|strength',
    help: 'rule for new keystore passwords: character classes or estimated strength (default: classes)',
    read: (text) =>
      text === 'classes' || text === 'strength' ? { passwordRule: text } : undefined,
  },
  {
    name: 'log-level',
    value: 'LEVEL',
    help: `${logLevels.join(', ')} (default: ${defaults.logLevel})`,
    read: (text) => optional(parseLogLevel(text), (logLevel) => ({ logLevel })),
  },
  {
    name: 'c-chain-evm-url',
    value: 'URL',
    help: 'URL (http, https, ws, wss) of another EVM node to run the C-Chain; disables atomic transactions',
    isSecret: true,
    read: (cChainEvmUrl) => (isEvmUrl(cChainEvmUrl) ? { cChainEvmUrl } : undefined),
  },
  {
    name: 'c-chain-evm-ws-url',
    value: 'URL',
    help: 'URL for subscriptions to the external EVM node (default: --c-chain-evm-url with ws or wss)',
    isSecret: true,
    read: (cChainEvmWsUrl) => (isEvmSocketUrl(cChainEvmWsUrl) ? { cChainEvmWsUrl } : undefined),
  },
  {
    name: 'evm-genesis',
    value: 'FILE',
    help: 'genesis of an Ethereum chain to run instead of the C-Chain, for API tests',
    read: (evmGenesis) => (evmGenesis === '' ? undefined : { evmGenesis }),
  },
  {
    name: 'import-blocks',
    value: 'FILE',
    help: 'file of concatenated encoded blocks that the C-Chain executes at startup',
    read: (importBlocks) => (importBlocks === '' ? undefined : { importBlocks }),
  },
  {
    name: 'aliases',
    value: 'FILE',
    help: 'overlay file with vendor names that the node also accepts',
    read: (aliases) => (aliases === '' ? undefined : { aliases }),
  },
]

type FlagValues = ReturnType<typeof parseArgs>['values']

export type Command =
  | { readonly kind: 'run'; readonly settings: Settings }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly message: string }

/** Parses the command line. For an invalid command line, returns the message to print. */
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
        message: `Invalid value${flag.isSecret === true ? '' : ` '${String(given)}'`} for --${flag.name}: expected ${flag.value ?? 'no value'} (${flag.help})`,
      }
    }
    settings = { ...settings, ...read }
  }
  const message = conflictOf(settings)
  return message === undefined ? { kind: 'run', settings } : { kind: 'wrong', message }
}

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
