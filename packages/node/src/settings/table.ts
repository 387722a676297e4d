import { homedir } from 'node:os'
import { join } from 'node:path'
import { groups } from '@native-node/server'
import { logFormats, logLevels, parseLogLevel } from '../log/logger.ts'
import {
  choice,
  duration,
  durationOrNone,
  evmSocketUrl,
  evmHttpUrl,
  evmUrl,
  file,
  fileOrUrl,
  folder,
  hostAddress,
  httpUrl,
  integer,
  ipAddress,
  names,
  onOff,
  postgresUrl,
  redisUrl,
  type ValueType,
} from './value-types.ts'

/** Headings of the help and the README, in order. */
export const settingGroups = [
  'Address',
  'Data',
  'API',
  'Network',
  'Chains',
  'External EVM',
  'Many machines',
  'Limits',
  'Operation',
] as const

/**
 * A setting. `D` is the type of its default, which is undefined if the setting has none. The flag is `--name`, the variable
 * `NATIVE_NODE_NAME`, and the key of a configuration file `name`.
 */
export interface Setting<T, D extends T | undefined = T | undefined> {
  readonly name: string
  readonly group: (typeof settingGroups)[number]
  readonly type: ValueType<T>
  readonly default: D
  /** The default in words, if the value does not say it. */
  readonly defaultText?: string
  readonly help: string
  /** Whether the value may contain credentials. Messages must not show such a value. */
  readonly isSecret?: boolean
}

const port = integer('PORT', [0, 65_535])
const count = integer('COUNT', [0, Number.MAX_SAFE_INTEGER])

/** Returns the home folder. Users of containers may have none: then it is the current folder. */
function home(): string {
  try {
    return homedir()
  } catch {
    return process.cwd()
  }
}

/** The settings of a node. Flags, variables, configuration files, the help, the README and `Settings` follow from this table. */
export const table = {
  host: setting({
    name: 'host',
    group: 'Address',
    type: hostAddress,
    default: '127.0.0.1',
    help: 'address to listen on',
  }),
  port: setting({
    name: 'port',
    group: 'Address',
    type: port,
    default: 9650,
    help: 'port to listen on, 0 for a free port',
  }),
  /** IP addresses are always accepted. */
  allowedHosts: setting({
    name: 'http-allowed-hosts',
    group: 'Address',
    type: names('NAME'),
    default: ['localhost'],
    help: 'host names to accept in the Host header besides the address to listen on, * for any',
  }),
  /** The node's own pages are always allowed. */
  allowedOrigins: setting({
    name: 'http-allowed-origins',
    group: 'Address',
    type: names('ORIGIN'),
    default: [],
    defaultText: 'pages of the node',
    help: 'origins that may call the node from a browser, * for any',
  }),
  tlsCert: setting({
    name: 'http-tls-cert-file',
    group: 'Address',
    type: file,
    default: undefined,
    help: 'certificate chain in PEM; with it, the node speaks HTTPS. Read again on SIGHUP',
  }),
  tlsKey: setting({
    name: 'http-tls-key-file',
    group: 'Address',
    type: file,
    default: undefined,
    help: 'private key of the certificate in PEM',
  }),
  publicIP: setting({
    name: 'public-ip',
    group: 'Address',
    type: ipAddress,
    default: '127.0.0.1',
    help: 'IP address to announce to other nodes',
  }),
  stakingPort: setting({
    name: 'staking-port',
    group: 'Address',
    type: port,
    default: 9651,
    help: 'port to announce to other nodes',
  }),
  dataDir: setting({
    name: 'data-dir',
    group: 'Data',
    type: folder,
    default: join(home(), '.native-node'),
    defaultText: '~/.native-node',
    help: 'data folder',
  }),
  memory: setting({
    name: 'memory',
    group: 'Data',
    type: onOff,
    default: false,
    help: 'keep all data in memory; it is lost when the node stops',
  }),
  verify: setting({
    name: 'verify',
    group: 'Data',
    type: onOff,
    default: false,
    help: 'verify all checksums and re-execute all blocks before starting',
  }),
  /** The token has at least 16 characters. */
  checkpointTokenFile: setting({
    name: 'checkpoint-token-file',
    group: 'Data',
    type: file,
    default: undefined,
    help: 'file with the secret token of GET /ext/checkpoint, which serves the chain data to export',
  }),
  requiredDiskBytes: setting({
    name: 'required-disk-bytes',
    group: 'Data',
    type: { ...count, placeholder: 'BYTES' },
    default: 512 * 1024 * 1024,
    help: 'free disk space below which the node is unhealthy, in bytes',
  }),
  /** Cannot be combined with `public`. */
  dev: setting({
    name: 'dev',
    group: 'API',
    type: onOff,
    default: false,
    help: 'development mode: methods to advance the time and revert the state',
  }),
  devPending: setting({
    name: 'dev-pending',
    group: 'API',
    type: onOff,
    default: true,
    help: 'show the transactions of the pool in the block `pending` of the C-Chain in development mode',
  }),
  public: setting({
    name: 'public',
    group: 'API',
    type: onOff,
    default: false,
    help: 'hide node-local methods, as a public API server does',
  }),
  /** `spec`: strict JSON-RPC 2.0; `public`: the dialect of public nodes. */
  dialect: setting({
    name: 'dialect',
    group: 'API',
    type: choice(['spec', 'public']),
    default: 'spec',
    help: 'strict JSON-RPC 2.0, or the dialect of public nodes',
  }),
  /** Keys of API groups. */
  disabledApis: setting({
    name: 'disabled-apis',
    group: 'API',
    type: names(
      'GROUP',
      groups.map(({ key }) => key),
    ),
    default: [],
    help: `API groups to disable: ${groups.map(({ key }) => key).join(', ')}`,
  }),
  adminApiEnabled: setting({
    name: 'admin-api-enabled',
    group: 'API',
    type: onOff,
    default: false,
    help: 'serve the C-Chain admin API',
  }),
  rpcloomSite: setting({
    name: 'rpcloom-site-dir',
    group: 'API',
    type: folder,
    default: undefined,
    help: 'folder with the site of rpcloom, which is served at /rpcloom/; `npm start` sets it',
  }),
  /** In public mode, served only with a token. */
  metrics: setting({
    name: 'metrics',
    group: 'API',
    type: onOff,
    default: true,
    help: 'serve Prometheus metrics at /ext/metrics',
  }),
  /** The token has at least 16 characters. */
  metricsTokenFile: setting({
    name: 'metrics-token-file',
    group: 'API',
    type: file,
    default: undefined,
    help: 'file with the secret token of GET /ext/metrics, which is then served in public mode too',
  }),
  passwordRule: setting({
    name: 'password-rule',
    group: 'API',
    type: choice(['classes', 'strength']),
    default: 'classes',
    help: 'rule for new keystore passwords: character classes or estimated strength',
  }),
  /** Vendor names for namespaces, paths and assets. */
  aliases: setting({
    name: 'aliases',
    group: 'API',
    type: file,
    default: undefined,
    help: 'overlay file with vendor names that the node also accepts',
  }),
  /** If a genesis file is configured, must equal the network ID in the file. */
  networkID: setting({
    name: 'network',
    group: 'Network',
    type: integer('ID', [0, 0xffff_ffff]),
    default: undefined,
    defaultText: '12345',
    help: 'network ID of the local genesis',
  }),
  genesis: setting({
    name: 'genesis',
    group: 'Network',
    type: file,
    default: undefined,
    defaultText: 'a local network',
    help: 'JSON file with the genesis of the network',
  }),
  /** In milliseconds. */
  blockTime: setting({
    name: 'block-time',
    group: 'Chains',
    type: durationOrNone,
    default: 0,
    defaultText: 'accept immediately',
    help: 'delay from a transaction to its block',
  }),
  indexTransactions: setting({
    name: 'index-transactions',
    group: 'Chains',
    type: onOff,
    default: false,
    help: 'index X-Chain transactions by address, for xvm.getAddressTxs',
  }),
  pruningEnabled: setting({
    name: 'pruning-enabled',
    group: 'Chains',
    type: onOff,
    default: false,
    help: 'delete old states of the C-Chain; only the states of the last 32 blocks can be read',
  }),
  /** The default is the number of blocks in 24 hours, at one block every two seconds. */
  historicalProofQueryWindow: setting({
    name: 'historical-proof-query-window',
    group: 'Chains',
    type: { ...count, placeholder: 'BLOCKS' },
    default: 43_200,
    help: 'maximum age, in blocks, of states that eth_getProof reads without --pruning-enabled, 0 for any',
  }),
  /** A chain with later transactions must be started with the same hard fork again. */
  hardfork: setting({
    name: 'hardfork',
    group: 'Chains',
    type: choice(['cancun', 'prague']),
    default: 'cancun',
    help: 'rules of the EVM in development mode; prague has EIP-7702',
  }),
  forkUrl: setting({
    name: 'fork-url',
    group: 'Chains',
    type: evmHttpUrl,
    default: undefined,
    isSecret: true,
    help: 'URL (http, https) of a node of another EVM chain, which the C-Chain continues in development mode',
  }),
  forkBlock: setting({
    name: 'fork-block',
    group: 'Chains',
    type: { ...count, placeholder: 'HEIGHT' },
    default: undefined,
    defaultText: 'the last block',
    help: 'height of the block of --fork-url to continue',
  }),
  forkHeaders: setting({
    name: 'fork-headers',
    group: 'Chains',
    type: names('NAME: VALUE'),
    default: undefined,
    isSecret: true,
    help: 'HTTP headers for the node of --fork-url',
  }),
  forkChainId: setting({
    name: 'fork-chain-id',
    group: 'Chains',
    type: integer('ID', [1, Number.MAX_SAFE_INTEGER]),
    default: undefined,
    defaultText: 'that of the genesis',
    help: 'chain ID of the EVM with --fork-url',
  }),
  predeploys: setting({
    name: 'predeploys',
    group: 'Chains',
    type: names('ADDRESS=FILE'),
    default: [],
    help: 'contracts of a new chain in development mode; a file has the deployed code in hex, or JSON of a compiler',
  }),
  evmGenesis: setting({
    name: 'evm-genesis',
    group: 'Chains',
    type: file,
    default: undefined,
    help: 'genesis of an Ethereum chain to run instead of the C-Chain, for API tests',
  }),
  importBlocks: setting({
    name: 'import-blocks',
    group: 'Chains',
    type: file,
    default: undefined,
    help: 'file of concatenated encoded blocks that the C-Chain executes at startup',
  }),
  cChainEvmUrl: setting({
    name: 'c-chain-evm-url',
    group: 'External EVM',
    type: evmUrl,
    default: undefined,
    isSecret: true,
    help: 'URL (http, https, ws, wss) of another EVM node to run the C-Chain; disables atomic transactions',
  }),
  cChainEvmWsUrl: setting({
    name: 'c-chain-evm-ws-url',
    group: 'External EVM',
    type: evmSocketUrl,
    default: undefined,
    defaultText: '--c-chain-evm-url with ws or wss',
    isSecret: true,
    help: 'URL for subscriptions to the external EVM node',
  }),
  logStore: setting({
    name: 'log-store',
    group: 'Many machines',
    type: postgresUrl,
    default: undefined,
    isSecret: true,
    help: 'URL (postgres) of the database with the log that the nodes of these chains share',
  }),
  /** The file has one line. */
  logStoreFile: setting({
    name: 'log-store-file',
    group: 'Many machines',
    type: file,
    default: undefined,
    help: 'file with the URL for --log-store, which others can read in the list of processes if it is a flag',
  }),
  logRole: setting({
    name: 'log-role',
    group: 'Many machines',
    type: choice(['standby', 'writer', 'replica']),
    default: 'standby',
    help: 'a standby writes whenever no other node does; a writer must write from its start, and ends if another node takes over; a replica only follows',
  }),
  logUrl: setting({
    name: 'log-url',
    group: 'Many machines',
    type: httpUrl,
    default: undefined,
    defaultText: 'none; replicas cannot forward',
    help: 'URL at which replicas reach this node while it writes',
  }),
  logForward: setting({
    name: 'log-forward',
    group: 'Many machines',
    type: onOff,
    default: true,
    help: 'forward transactions to the node that writes',
  }),
  /** In milliseconds. */
  logLease: setting({
    name: 'log-lease',
    group: 'Many machines',
    type: duration,
    default: 3000,
    help: 'time after which a standby takes over from a writer that does not respond; the same on all nodes',
  }),
  /** In milliseconds. */
  logKeep: setting({
    name: 'log-keep',
    group: 'Many machines',
    type: duration,
    default: undefined,
    defaultText: 'all',
    help: 'age at which the writer deletes batches from the log; then new nodes start from a checkpoint',
  }),
  logCheckpoint: setting({
    name: 'log-checkpoint',
    group: 'Many machines',
    type: fileOrUrl,
    default: undefined,
    help: 'exported file, or URL of a node with --checkpoint-token-file, from which this node starts if its folder is empty or damaged',
  }),
  redis: setting({
    name: 'redis',
    group: 'Many machines',
    type: redisUrl,
    default: undefined,
    isSecret: true,
    help: 'URL (redis, rediss) of the Redis in which nodes share rate limits and filters, and with a log of batches, results',
  }),
  rpcGasCap: setting({
    name: 'rpc-gas-cap',
    group: 'Limits',
    type: integer('GAS', [1, Number.MAX_SAFE_INTEGER]),
    default: undefined,
    defaultText: '50000000, with --public 25000000',
    help: 'maximum gas of eth_call and similar methods',
  }),
  /** In milliseconds. */
  clientExecutionMs: setting({
    name: 'client-execution',
    group: 'Limits',
    type: durationOrNone,
    default: undefined,
    defaultText: 'none, with --public 5s',
    help: 'execution time of one client address within 20 s; 0 for no limit',
  }),
  clientRate: setting({
    name: 'client-rate',
    group: 'Limits',
    type: integer('POINTS', [0, 1_000_000]),
    default: 0,
    defaultText: 'no limit',
    help: 'points of calls per second of one client address; a call takes one point, or the cost of its method; shared with --redis',
  }),
  /** In milliseconds. */
  healthCheckFrequency: setting({
    name: 'health-check-frequency',
    group: 'Operation',
    type: duration,
    default: 30_000,
    help: 'interval between health check runs',
  }),
  /** In milliseconds. */
  httpShutdownWait: setting({
    name: 'http-shutdown-wait',
    group: 'Operation',
    type: durationOrNone,
    default: 0,
    help: 'time from the first signal until new connections are refused, with failing readiness and health',
  }),
  logLevel: setting({
    name: 'log-level',
    group: 'Operation',
    type: { ...choice(logLevels, 'LEVEL'), parse: parseLogLevel },
    default: 'info',
    help: logLevels.join(', '),
  }),
  logFormat: setting({
    name: 'log-format',
    group: 'Operation',
    type: choice(logFormats),
    default: 'json',
    help: 'lines of JSON, or of text for people, on stderr',
  }),
  /** In milliseconds. */
  slowCallMs: setting({
    name: 'slow-call',
    group: 'Operation',
    type: duration,
    default: 1000,
    help: 'log calls that take at least this long as slow',
  }),
}

/** Infers the type of the value from `type`, and that of the default from `default`. */
function setting<T, const D extends NoInfer<T> | undefined>(of: Setting<T, D>): Setting<T, D> {
  return of
}

type Table = typeof table

/** Name of a setting in `Settings`. */
export type SettingKey = keyof Table

/** The values of all settings in the table. */
export type TableSettings = {
  readonly [K in SettingKey]: Table[K] extends Setting<infer T, infer D>
    ? undefined extends D
      ? T | undefined
      : T
    : never
}

/** The settings with their names in `Settings`. */
export const entries: readonly (readonly [SettingKey, Setting<unknown>])[] = Object.entries(
  table,
  // The table has exactly these keys.
) as [SettingKey, Setting<unknown>][]
