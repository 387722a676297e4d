import { tmpdir } from 'node:os'
import type { Identity } from '../network/identity.ts'
import type { Peers } from '../network/peers.ts'
import type { Settings } from '../settings/settings.ts'
import type { Chain } from '../chain/chain.ts'
import type { CurrentValidators } from '../chain/module.ts'
import type { ExternalChain } from '../chain/external-chain.ts'
import type { Clock } from '../chain/clock.ts'
import type { Store } from '../store/store.ts'
import { plain, type Logger } from '../log/logger.ts'
import type { Check } from './check.ts'
import { blsCheck } from './checks/bls.ts'
import { bootstrappedCheck } from './checks/bootstrapped.ts'
import { databaseCheck } from './checks/database.ts'
import { diskspaceCheck } from './checks/diskspace.ts'
import { logCheck, type Following } from './checks/log.ts'
import { chainCheck } from './checks/chain.ts'
import { externalCheck } from './checks/external-chain.ts'
import { networkCheck } from './checks/network.ts'
import { redisCheck } from './checks/redis.ts'
import { routerCheck } from './checks/router.ts'
import { Monitor, type MonitorOptions } from './monitor.ts'

export interface Health {
  readonly health: Monitor
  readonly readiness: Monitor
}

export interface MonitorServices {
  readonly settings: Settings
  readonly validators: CurrentValidators
  readonly store: Promise<Store>
  readonly nodeStore: Promise<Store>
  /** Resolves to undefined if the store does not follow a log. */
  readonly replica: Promise<Following | undefined>
  /** What nodes share; undefined without Redis. */
  readonly redis: { readonly isUp: boolean } | undefined
  /** Chains that this node runs, by primary alias. */
  readonly chains: ReadonlyMap<string, Promise<Chain>>
  /** Chains that other nodes run, by primary alias. */
  readonly external: ReadonlyMap<string, ExternalChain>
  readonly identity: Promise<Identity>
  readonly peers: Peers
  /** Subnets that are still initializing. */
  readonly pending: () => readonly string[]
  readonly clock: Clock
  readonly logger: Logger
}

export function monitorsOf(watched: MonitorServices, more: readonly Check[]): Health {
  const { settings, validators, store, nodeStore, chains, identity, peers, pending, clock } =
    watched
  const { replica } = watched
  const every = settings.healthCheckFrequency
  const health = new Monitor({ every, keepPassed: false, onChange: changeLog(watched.logger) })
  const readiness = new Monitor({ every, keepPassed: true })
  const bootstrapped = bootstrappedCheck(pending)
  readiness.register(bootstrapped)
  const folder = settings.memory ? tmpdir() : settings.dataDir
  const checks = [
    bootstrapped,
    databaseCheck({ store, nodeStore }),

    diskspaceCheck(folder, settings.requiredDiskBytes),
    networkCheck(peers),
    routerCheck(peers),
    blsCheck(validators, () => identity),
    ...[...chains].map(([alias, chain]) =>
      chainCheck(alias, {
        chain: () => chain,
        validators,
        identity: () => identity,
        peers,
        clock,
      }),
    ),
    ...[...watched.external].map(([alias, chain]) => externalCheck(alias, chain)),
    ...(watched.redis === undefined ? [] : [redisCheck(watched.redis)]),
    ...more,
  ]
  for (const check of checks) health.register(check)
  replica.then(
    (following) => {
      if (following === undefined) return
      for (const monitor of [health, readiness]) monitor.register(logCheck(following))
    },
    // The check of the database reports a store that cannot be opened.
    () => {},
  )
  return { health, readiness }
}

/** Returns a function that logs when a check begins to fail, and when it passes again. */
function changeLog(logger: Logger): NonNullable<MonitorOptions['onChange']> {
  return (check, { error }) => {
    if (error === undefined) logger.info('health check passes again', { check })
    else logger.warn('health check fails', { check, error: plain(error) })
  }
}
