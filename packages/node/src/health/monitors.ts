import { tmpdir } from 'node:os'
import type { Identity } from '../info/identity.ts'
import type { Network } from '../info/networks.ts'
import type { Peers } from '../info/peers.ts'
import type { Settings } from '../settings/settings.ts'
import type { Store } from '../store/store.ts'
import type { XChain } from '../x-chain/chain.ts'
import type { Check } from './check.ts'
import { blsCheck } from './checks/bls.ts'
import { bootstrappedCheck } from './checks/bootstrapped.ts'
import { databaseCheck } from './checks/database.ts'
import { diskspaceCheck } from './checks/diskspace.ts'
import { chainCheck } from './checks/chain.ts'
import { networkCheck } from './checks/network.ts'
import { routerCheck, type RequestsInFlight } from './checks/router.ts'
import { Monitor } from './monitor.ts'

/** What the node knows about its own health. */
export interface Health {
  readonly health: Monitor
  readonly readiness: Monitor
}

/** What the checks look at. */
export interface Watched {
  readonly settings: Settings
  readonly network: Network
  readonly store: Promise<Store>
  readonly xChain: Promise<XChain>
  readonly identity: Promise<Identity>
  readonly peers: Peers
  readonly requests: RequestsInFlight
  /** Subnets that are still being initialised. */
  readonly pending: () => readonly string[]
  readonly clock: () => Date
}

/** The monitors of a node: everything for `health`, what has to pass once for `readiness`. */
export function monitorsOf(watched: Watched, more: readonly Check[]): Health {
  const { settings, network, store, xChain, identity, peers, requests, pending, clock } = watched
  const every = settings.healthCheckFrequency
  const health = new Monitor({ every, keepPassed: false })
  const readiness = new Monitor({ every, keepPassed: true })
  const bootstrapped = bootstrappedCheck(pending)
  readiness.register(bootstrapped)
  const folder = settings.memory ? tmpdir() : settings.dataDir
  const checks = [
    bootstrapped,
    databaseCheck(() => store),
    diskspaceCheck(folder, settings.requiredDiskBytes),
    networkCheck(peers),
    routerCheck(requests),
    blsCheck(network, () => identity),
    chainCheck('X', {
      ledger: () => xChain.then(({ ledger }) => ledger),
      network,
      identity: () => identity,
      peers,
      clock,
    }),
    ...more,
  ]
  for (const check of checks) health.register(check)
  return { health, readiness }
}
