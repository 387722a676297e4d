import type { Handlers } from '@native-node/server'
import type { Users } from '../keystore/users.ts'
import type { Identity } from '../network/identity.ts'
import type { Network, Validator } from '../network/network.ts'
import type { Peers } from '../network/peers.ts'
import type { Overlay } from '../settings/aliases.ts'
import type { Settings } from '../settings/settings.ts'
import type { Store } from '../store/store.ts'
import type { Chain, ChainInfo } from './chain.ts'
import type { Clock } from './clock.ts'
import type { ChainRegistry } from './registry.ts'

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
  /** Called with the reason why a block could not be built or written. */
  readonly onFailure: (error: unknown) => void
}

/** A chain that is opening, and the handlers of its API groups, which wait until it is open. */
export interface LoadedChain {
  readonly chain: Promise<Chain>
  readonly handlers: Handlers
  /** Current validators of the Primary Network, if this chain decides on them. */
  readonly validators?: () => Promise<readonly Validator[]>
}

/** One kind of chain. The node loops over its modules and knows nothing else of them. */
export interface ChainModule {
  readonly describe: (network: Network) => ChainInfo
  /** Begins to open the chain; absent if this node does not run it. */
  readonly load?: (services: ChainServices) => LoadedChain
}
