import { join } from 'node:path'
import { plain, type Logger } from './log/logger.ts'
import type { Network } from './network/network.ts'
import { ownerOf } from './owner.ts'
import { tokenOf } from './settings/setting-file.ts'
import type { Settings } from './settings/settings.ts'
import { checkpointSource } from './store/checkpoint-source.ts'
import { openLevelStore } from './store/level-store.ts'
import { localFolder } from './store/log/local-store.ts'
import { openReplicatedStore } from './store/log/open-replicated-store.ts'
import { postgresLog } from './store/log/postgres-log.ts'
import type { ReplicatedStore } from './store/log/replicated-store.ts'
import type { Store } from './store/store.ts'
import { folders, openBoth, type Stores } from './store/stores.ts'

export interface LogOpening {
  /** URL of the database. */
  readonly url: string
  readonly settings: Settings
  readonly network: Network
  readonly logger: Logger
  /** Called when a read or write of the data folder fails. */
  readonly onFailure: () => void
}

/** Opens the stores in a data folder, of which the chain data follows a log. Throws a `StoreError`. */
export function openLogStores(opening: LogOpening): Promise<Stores> {
  const { settings, network, onFailure } = opening
  const { dataDir, verify } = settings
  const owner = ownerOf(network)
  return openBoth<Store>((content) =>
    content === 'chain'
      ? openChainStore(opening)
      : openLevelStore(join(dataDir, folders.node), { ...owner, content }, { verify, onFailure }),
  )
}

async function openChainStore(opening: LogOpening): Promise<ReplicatedStore> {
  const { settings, network, logger, onFailure } = opening
  const { dataDir, verify, logRole, logUrl, logLease, logKeep, logCheckpoint } = settings
  const owner = ownerOf(network)
  const checkpoint =
    logCheckpoint === undefined
      ? undefined
      : checkpointSource(logCheckpoint, tokenOf('checkpointTokenFile', settings))
  return openReplicatedStore({
    log: await postgresLog(opening.url),
    local: localFolder(join(dataDir, folders.chain), owner, { verify, onFailure }),
    owner,
    mode: logRole,
    url: logUrl,
    leaseMs: logLease,
    keepMs: logKeep,
    checkpoint,
    // The store tries again by itself.
    onFailure: (error) => logger.warn('the log of batches failed', { error: plain(error) }),
  })
}
