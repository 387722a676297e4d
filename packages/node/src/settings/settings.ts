import { homedir } from 'node:os'
import { join } from 'node:path'
import type { PasswordRule } from '../keystore/password-rule.ts'
import type { LogLevel } from '../log/logger.ts'

/** Settings of a node. Names follow the command-line flags. */
export interface Settings {
  readonly host: string
  /** Port of the API. 0 selects a free port. */
  readonly port: number
  /**
   * Host names to accept in the Host header, in addition to `host`. `*` accepts any. IP addresses are always accepted.
   */
  readonly allowedHosts: readonly string[]
  /**
   * Origins whose pages may call the node and open sockets from a browser. `*` accepts any. The node's own pages are
   * always allowed.
   */
  readonly allowedOrigins: readonly string[]
  /** Keys of API groups to disable. */
  readonly disabledApis: readonly string[]
  /** Whether to serve Prometheus metrics at `/ext/metrics`; never in public mode. */
  readonly metrics: boolean
  /** Calls that take at least this number of milliseconds are logged as slow. */
  readonly slowCallMs: number
  /** Address and port to announce to other nodes, independent of the address of the API. */
  readonly publicIP: string
  readonly stakingPort: number
  readonly dataDir: string
  /** Keeps all data in memory. The data is lost when the process ends. */
  readonly memory: boolean
  /** Verifies all checksums and re-executes all blocks before starting. */
  readonly verify: boolean
  /** Development mode, in which the time can be advanced and the state reverted. Cannot be combined with `public`. */
  readonly dev: boolean
  /** Hides node-local methods and groups, as a public API server does. */
  readonly public: boolean
  /** `spec`: strict JSON-RPC 2.0; `public`: the dialect of public nodes. */
  readonly dialect: 'spec' | 'public'
  readonly adminApiEnabled: boolean
  /** Interval between health check runs, in milliseconds. */
  readonly healthCheckFrequency: number
  /** Minimum free bytes on the disk of the data folder. */
  readonly requiredDiskBytes: number
  readonly passwordRule: PasswordRule
  readonly logLevel: LogLevel
  /**
   * Network ID of the local network. If a genesis file is configured, must equal the network ID in
   * the file.
   */
  readonly networkID: number | undefined
  /** Genesis file of the network; undefined for the local network. */
  readonly genesis: string | undefined
  /** Delay from a transaction to its block, in milliseconds; 0 accepts immediately. */
  readonly blockTime: number
  /** Indexes X-Chain transactions by address, for `xvm.getAddressTxs`. */
  readonly indexTransactions: boolean
  /** Removes old states of the C-Chain. Only the states of the last 32 blocks can be read. */
  readonly pruningEnabled: boolean
  /** Maximum age, in blocks, of a state that proofs can read, if `pruningEnabled` is false. 0 disables the limit. */
  readonly historicalProofQueryWindow: number
  /** Maximum gas of a C-Chain call. The default is lower in public mode. */
  readonly rpcGasCap: number | undefined
  /**
   * Maximum execution time of one client address within 20 seconds, in milliseconds. 0 disables the limit. The default
   * is 5000 in public mode, and otherwise 0.
   */
  readonly clientExecutionMs: number | undefined
  /** Address (http, https, ws or wss) of an external EVM node that runs the C-Chain. Disables atomic transactions. */
  readonly cChainEvmUrl: string | undefined
  /**
   * Address (ws or wss) for subscriptions to the EVM node of `cChainEvmUrl`. The default is
   * `cChainEvmUrl` with `ws` or `wss`.
   */
  readonly cChainEvmWsUrl: string | undefined
  /** Genesis file of an Ethereum chain to run instead of the C-Chain, for API tests. */
  readonly evmGenesis: string | undefined
  /** Fixed base fee of C-Chain blocks in wei, which overrides the fee rule; for load tests. */
  readonly fixedBaseFee: bigint | undefined
  /** File of encoded blocks that the C-Chain executes at startup. */
  readonly importBlocks: string | undefined
  /** Vendor names for namespaces, paths and assets, from an overlay file. */
  readonly aliases: string | undefined
}

/** Default settings of a node. */
export const defaults: Settings = {
  host: '127.0.0.1',
  port: 9650,
  allowedHosts: ['localhost'],
  allowedOrigins: [],
  disabledApis: [],
  metrics: true,
  slowCallMs: 1000,
  publicIP: '127.0.0.1',
  stakingPort: 9651,
  dataDir: join(homedir(), '.native-node'),
  memory: false,
  verify: false,
  dev: false,
  public: false,
  dialect: 'spec',
  adminApiEnabled: false,
  healthCheckFrequency: 30_000,
  requiredDiskBytes: 512 * 1024 * 1024,
  passwordRule: 'classes',
  logLevel: 'info',
  networkID: undefined,
  genesis: undefined,
  blockTime: 0,
  indexTransactions: false,
  pruningEnabled: false,
  // Number of blocks in 24 hours, at one block every two seconds.
  historicalProofQueryWindow: 43_200,
  rpcGasCap: undefined,
  clientExecutionMs: undefined,
  cChainEvmUrl: undefined,
  cChainEvmWsUrl: undefined,
  evmGenesis: undefined,
  fixedBaseFee: undefined,
  importBlocks: undefined,
  aliases: undefined,
}
