import { rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { changesFrom, type CheckpointSource } from './checkpoint-source.ts'
import { levelDatabase, openUnchecked } from './level-database.ts'
import { makeFolder } from './make-folder.ts'
import type { Ownership } from './ownership.ts'
import { sealChange } from './seal.ts'
import { StoreError } from './store-error.ts'
import type { Change } from './store.ts'
import { syncFolder } from './sync-folder.ts'

/** A checkpoint and the folder to create from it. */
export interface CheckpointImport {
  readonly folder: string
  readonly owner: Ownership
  readonly source: CheckpointSource
}

/**
 * Creates the folder of a store with the content and the seal of a checkpoint. Fills another folder, and moves it once it
 * is complete and durable. Throws a {@link StoreError}.
 */
export async function importCheckpoint({ folder, owner, source }: CheckpointImport): Promise<void> {
  const unfinished = `${folder}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  try {
    await makeFolder(unfinished)
    await fill(unfinished, changesFrom(source, owner))
    // Opening it makes the files durable, because LevelDB moves its log to tables.
    await (await openUnchecked({ folder: unfinished, owner, sync: false })).close()
    await rename(unfinished, folder)
    syncFolder(dirname(folder))
  } catch (error) {
    if (error instanceof StoreError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new StoreError('failed', `The import of ${source.name} failed: ${reason}.`, error)
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

type Changes = ReturnType<typeof changesFrom>

async function fill(folder: string, batches: Changes): Promise<void> {
  const level = levelDatabase(folder)
  const write = async (changes: readonly Change[]): Promise<void> => {
    const batch = level.batch()
    for (const change of changes) if (change.kind === 'put') batch.put(change.key, change.value)
    await batch.write()
  }
  try {
    await level.open()
    let next = await batches.next()
    for (; next.done !== true; next = await batches.next()) await write(next.value)
    await write([sealChange(next.value)])
  } finally {
    await level.close()
  }
}
