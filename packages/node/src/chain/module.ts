import type { Handlers } from '@native-node/server'
import type { SharedRedis } from '@rpcloom/redis'
import type { Users } from '../keystore/users.ts'
import type { Identity } from '../network/identity.ts'
import type { Logger } from '../log/logger.ts'
import type { Network, Stake } from '../network/network.ts'
import type { Peers } from '../network/peers.ts'
import type { Overlay } from '../settings/aliases.ts'
import type { Settings } from '../settings/settings.ts'
import type { ChainDevTools } from './dev-tools.ts'
import type { ID } from '../codec/field.ts'
import type { Reader, Store } from '../store/store.ts'
import type { Chain, ChainInfo } from './chain.ts'
import type { Clock } from './clock.ts'
import type { ExternalChain } from './external-chain.ts'
import type { Fund } from './fund.ts'
import type { ChainRegistry } from './registry.ts'
import type { AcceptedBlocks } from './producer.ts'
import type { Replay } from './replay.ts'

/** Services that the node provides to each chain. The identity is read while the chains are opened. */
export interface ChainServices {
  readonly settings: Settings
  readonly network: Network
  readonly overlay: Overlay | undefined
  readonly registry: ChainRegistry
  readonly clock: Clock
  /** Chain data. */
  readonly store: Store
  /** Data of this node only, such as its keys. */
  readonly nodeStore: Store
  readonly identity: Promise<Identity>
  readonly peers: Peers
  readonly users: Users
  /** What nodes share; undefined without Redis. */
  readonly redis: SharedRedis | undefined
  readonly logger: Logger
  /** Present only in development mode. */
  readonly dev: ChainDevTools | undefined
  /** Called when a block cannot be built or written, and when a pending transaction is dropped. */
  readonly onFailure: (error: unknown, message: string) => void
  /** Called once blocks are durable. */
  readonly onAccepted?: (accepted: AcceptedBlocks) => void
  /** Called with the time in milliseconds that a worker thread ran for a client, by its address. */
  readonly onWork?: (client: string, milliseconds: number) => void
  /** Called with each line that contracts print in development mode. */
  readonly onPrint?: ((line: string) => void) | undefined
}

export interface CurrentValidator extends Stake {
  /** BLS public key; absent if the validator has none. */
  readonly publicKey?: Uint8Array
}

/** Returns the current validators of a subnet, by default of the Primary Network. */
export type CurrentValidators = (subnetID?: ID) => Promise<readonly CurrentValidator[]>

/** An open chain. */
export interface OpenChain {
  readonly chain: Chain
  /** Handlers of all methods of the groups of the chain. */
  readonly handlers: Handlers
  /** Returns the current price of gas in the smallest unit of the native asset. Absent if fees are fixed. */
  readonly gasPrice?: () => bigint | Promise<bigint>
  /** Returns the current validators of a subnet. Absent if this chain does not manage subnets. */
  readonly validators?: CurrentValidators
  /** Creates an amount of the native asset for an address. Present in development mode; used by `dev.fund`. */
  readonly fund?: Fund
}

/** A type of chain. The node uses its chains only through this interface. */
export interface ChainModule {
  readonly describe: (network: Network) => ChainInfo
  /**
   * Returns the chain as an `ExternalChain` if the settings name another node that runs the chain.
   * In that case, `open` is not called.
   */
  readonly external?: (
    services: Pick<ChainServices, 'settings' | 'logger'>,
  ) => ExternalChain | undefined
  /** Keys of the API groups that the chain serves once it is open. */
  readonly groups: readonly (keyof Handlers)[]
  /** Opens the chain; absent if this node does not run it. */
  readonly open?: (services: ChainServices) => Promise<OpenChain>
  /**
   * Starts a replay of the stored chain into `scratch`. The caller later compares the entries of
   * `scratch` with the store. Returns undefined if the chain has no blocks or cannot be replayed.
   */
  readonly replay?: (
    store: Reader,
    scratch: Store,
    services: Pick<ChainServices, 'network' | 'settings'>,
  ) => Promise<Replay | undefined>
}
