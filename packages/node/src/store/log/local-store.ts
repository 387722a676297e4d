import { rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { CheckpointSource } from '../checkpoint-source.ts'
import { importCheckpoint } from '../import-checkpoint.ts'
import type { LevelOptions } from '../level-database.ts'
import { openLevelStore } from '../level-store.ts'
import { layoutUpgrade, type Ownership } from '../ownership.ts'
import type { Seal } from '../seal.ts'
import { StoreError } from '../store-error.ts'
import type { Change, Store } from '../store.ts'
import { syncFolder } from '../sync-folder.ts'

/** The store that a process applies the batches of a log to. Its seal is the position in the log. */
export interface LocalStore extends Store {
  /** Applies a batch. `seal` is that of the store after it. There is one write at a time. */
  readonly write: (changes: readonly Change[], seal?: Seal) => Promise<void>
  /** Returns the seal of the stored batches. After a failed write, finds out whether its batch is stored. */
  readonly seal: () => Promise<Seal>
  /** Returns the time in milliseconds for which all reads have failed; 0 after one that succeeded. */
  readonly unreadableMs: () => number
}

/** The place of a local store. */
export interface LocalPlace {
  /** Opens or creates the store. Throws a {@link StoreError} with the code `corrupt` if it is damaged. */
  readonly open: () => Promise<LocalStore>
  /** Moves the content of a damaged store away. */
  readonly discard: () => Promise<void>
  /** Replaces the content of the closed store by a checkpoint. */
  readonly restore: (source: CheckpointSource) => Promise<void>
}

/** A folder for a local store. Writes do not wait for the disk, because the log has them. */
export function localFolder(
  folder: string,
  owner: Ownership,
  options: LevelOptions = {},
): LocalPlace {
  return {
    async open() {
      const store = await openLevelStore(folder, owner, { ...options, sync: false })
      if ((await layoutUpgrade(store)) === undefined) return store
      await store.close()
      // The earlier layout has secrets among the chain data.
      const message = `The data folder ${folder} has the layout of an earlier version. Run native-node migrate first.`
      throw new StoreError('foreign', message)
    },
    async discard() {
      const damaged = `${folder}.damaged`
      await rm(damaged, { recursive: true, force: true })
      await rename(folder, damaged)
    },
    async restore(source) {
      const restored = `${folder}.restored`
      await rm(restored, { recursive: true, force: true })
      await importCheckpoint({ folder: restored, owner, source })
      await rm(folder, { recursive: true, force: true })
      await rename(restored, folder)
      syncFolder(dirname(folder))
    },
  }
}
