import type { Handlers } from '@native-node/server'
import type { Users } from '../keystore/users.ts'
import type { Identity } from '../network/identity.ts'
import type { Logger } from '../log/logger.ts'
import type { Network, Validator } from '../network/network.ts'
import type { Peers } from '../network/peers.ts'
import type { Overlay } from '../settings/aliases.ts'
import type { Settings } from '../settings/settings.ts'
import type { DevTools } from '../dev/dev-tools.ts'
import type { Reader, Store } from '../store/store.ts'
import type { Chain, ChainInfo } from './chain.ts'
import type { Clock } from './clock.ts'
import type { Fund } from './fund.ts'
import type { ChainRegistry } from './registry.ts'
import type { Replay } from './replay.ts'

/** What the node offers to each of its chains. Store and identity are opened while the chains are loaded. */
export interface ChainServices {
  readonly settings: Settings
  readonly network: Network
  readonly overlay: Overlay | undefined
  readonly registry: ChainRegistry
  readonly clock: Clock
  readonly store: Promise<Store>
  readonly identity: Promise<Identity>
  readonly peers: Peers
  readonly users: Users
  readonly logger: Logger
  /** Only in development mode. */
  readonly dev: DevTools | undefined
  /** Called when a block could not be built or written, and when a waiting transaction was dropped. */
  readonly onFailure: (error: unknown, message: string) => void
}

/** A chain that is opening, and the handlers of its API groups, which wait until it is open. */
export interface LoadedChain {
  readonly chain: Promise<Chain>
  readonly handlers: Handlers
  /** Current validators of the Primary Network, if this chain decides on them. */
  readonly validators?: () => Promise<readonly Validator[]>
  /** For the development namespace. */
  readonly fund: Fund
}

/** One kind of chain. The node loops over its modules and knows nothing else of them. */
export interface ChainModule {
  readonly describe: (network: Network) => ChainInfo
  /** Begins to open the chain; absent if this node does not run it. */
  readonly load?: (services: ChainServices) => LoadedChain
  /**
   * Begins to make the chain of a store again in `scratch`, to compare both; undefined if it has no block, or if its
   * blocks cannot be made again.
   */
  readonly replay?: (
    store: Reader,
    scratch: Store,
    services: Pick<ChainServices, 'network' | 'settings'>,
  ) => Promise<Replay | undefined>
}
