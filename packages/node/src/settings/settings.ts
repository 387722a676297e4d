import { homedir } from 'node:os'
import { join } from 'node:path'
import type { PasswordRule } from '../keystore/password-rule.ts'
import type { LogLevel } from '../log/logger.ts'

/** How a node is run. Names follow the node's flags where these exist. */
export interface Settings {
  readonly host: string
  /** 0 takes a free port. */
  readonly port: number
  /** Host names, beside `host`, that requests may be addressed to; IP addresses always may, `*` is any. */
  readonly allowedHosts: readonly string[]
  /** Origins whose pages may call and open sockets; `*` is any. Pages of the node itself always may. */
  readonly allowedOrigins: readonly string[]
  /** Groups, by their keys, that are not served. */
  readonly disabledApis: readonly string[]
  /** Whether `/ext/metrics` answers what Prometheus reads; never in public mode. */
  readonly metrics: boolean
  /** Milliseconds from which on a call is told of as slow. */
  readonly slowCallMs: number
  /** Address and port that the node announces to other nodes: not those of its API. */
  readonly publicIP: string
  readonly stakingPort: number
  readonly dataDir: string
  /** Keeps everything in memory; nothing survives the process. */
  readonly memory: boolean
  /** Compares all data with its checksums, and with what comes out when all blocks are run again, before the start. */
  readonly verify: boolean
  /** Lets the time be moved and the state be set back; never together with `public`. */
  readonly dev: boolean
  /** Hides node-local methods and groups, as a public API server does. */
  readonly public: boolean
  /** `spec`: JSON-RPC 2.0 exactly; `public`: as the public node answers. */
  readonly dialect: 'spec' | 'public'
  readonly adminApiEnabled: boolean
  /** Milliseconds between two runs of the health checks. */
  readonly healthCheckFrequency: number
  /** Bytes that have to be free where the data folder lives. */
  readonly requiredDiskBytes: number
  readonly passwordRule: PasswordRule
  readonly logLevel: LogLevel
  /** Runs the local genesis under another network ID; the genesis file's own where one is given. */
  readonly networkID: number | undefined
  /** File with the genesis of the network; the local network's where it is undefined. */
  readonly genesis: string | undefined
  /** Milliseconds from a transaction to the block that it is accepted in; 0 accepts at once. */
  readonly blockTime: number
  /** Lists the transactions of each address, for `xvm.getAddressTxs`. */
  readonly indexTransactions: boolean
  /** Removes old states of the C-Chain; those of the last 32 blocks are answered for. */
  readonly pruningEnabled: boolean
  /** Blocks before the last one that state proofs reach back without `pruningEnabled`; 0 for any. */
  readonly historicalProofQueryWindow: number
  /** Most gas of a call to the C-Chain; by default less in public mode. */
  readonly rpcGasCap: number | undefined
  /** Genesis file of an Ethereum chain that the C-Chain runs in place of its own, for tests of its API. */
  readonly evmGenesis: string | undefined
  /** Base fee of every block of the C-Chain in wei, in place of the rule; for load tests. */
  readonly fixedBaseFee: bigint | undefined
  /** File of encoded blocks that the C-Chain runs when it opens. */
  readonly importBlocks: string | undefined
  /** Vendor names for namespaces, paths and assets, from an overlay file. */
  readonly aliases: string | undefined
}

/** What a node runs with unless told otherwise. */
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
  // 24 hours of blocks, two seconds each.
  historicalProofQueryWindow: 43_200,
  rpcGasCap: undefined,
  evmGenesis: undefined,
  fixedBaseFee: undefined,
  importBlocks: undefined,
  aliases: undefined,
}
