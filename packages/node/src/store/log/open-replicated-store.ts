import type { CheckpointSource } from '../checkpoint-source.ts'
import { checkOwner, LAYOUT, type Ownership } from '../ownership.ts'
import { StoreError } from '../store-error.ts'
import type { BatchLog, LogStart } from './batch-log.ts'
import { checkSameBatch, differs, LocalCopy } from './local-copy.ts'
import type { LocalPlace, LocalStore } from './local-store.ts'
import { LogStore, type LogStoreOptions } from './log-store.ts'
import type { ReplicatedStore } from './replicated-store.ts'

export interface ReplicatedStoreOptions extends Omit<LogStoreOptions, 'copy'> {
  /** Place of the store that the batches are applied to. */
  readonly local: LocalPlace
  /** Owner of the chain data. */
  readonly owner: Ownership
  /** Checkpoint to start from if the local store is new or damaged, or if the log no longer has the batches after it. */
  readonly checkpoint?: CheckpointSource | undefined
}

/**
 * Opens a store that follows a log, or writes it. Resolves once the local store has all batches of the log, and in the
 * mode `writer` once this process is the writer. Closes the log and the local store if it fails. Throws a {@link StoreError}:
 *
 * - `foreign`: the log or the checkpoint belongs to another network;
 * - `logDiffers`: the local store has batches that the log does not have;
 * - `logTrimmed`: the log no longer has the batches that follow, and there is no checkpoint;
 * - `locked`: another process is the writer;
 * - another code of `LogFault`: the log cannot be used.
 */
export async function openReplicatedStore(
  options: ReplicatedStoreOptions,
): Promise<ReplicatedStore> {
  try {
    const copy = await openCopy(options)
    const store = new LogStore({ ...options, copy })
    await store.open()
    return store
  } catch (error) {
    await options.log.close()
    throw error
  }
}

/** Opens the local store at a position from which the log continues. */
async function openCopy(options: ReplicatedStoreOptions): Promise<LocalCopy> {
  const { log, local, owner, mode, checkpoint } = options
  const opened = await openUndamaged(options)
  const seal = await opened.seal()
  try {
    if (mode !== 'replica')
      await log.create({ seal, owner: JSON.stringify({ layout: LAYOUT, ...owner }) })
    const start = await checkedStart(options)
    const isNew = seal.count === 0n && checkpoint !== undefined
    const { last } = await log.head(0)
    if (!(isNew && last > start.seal.count) && (await continues(log, opened)))
      return await LocalCopy.of(opened)
    if (checkpoint === undefined) throw trimmed()
  } catch (error) {
    await opened.close()
    throw error
  }
  await opened.close()
  await local.restore(checkpoint)
  const restored = await local.open()
  try {
    if (!(await continues(log, restored))) throw trimmed()
    return await LocalCopy.of(restored)
  } catch (error) {
    await restored.close()
    throw error
  }
}

/** Opens the local store. If it is damaged and there is a log, moves it away, and opens an empty one. */
async function openUndamaged(options: ReplicatedStoreOptions): Promise<LocalStore> {
  const { local } = options
  try {
    return await local.open()
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== 'corrupt') throw error
    // Without a log of this network, the damaged store may be all that there is.
    await checkedStart(options)
    options.onFailure(error)
    await local.discard()
    return local.open()
  }
}

async function checkedStart({ log, owner }: ReplicatedStoreOptions): Promise<LogStart> {
  const start = await log.start()
  checkOwner(statedOwner(start), owner, `The log ${log.name}`)
  return start
}

function statedOwner({ owner }: LogStart): Readonly<Record<string, unknown>> {
  try {
    return { ...(JSON.parse(owner) as object) }
  } catch {
    // An owner that is not JSON matches no expected property.
    return {}
  }
}

/**
 * Whether the log has, or will have, the batches after those of a store. Throws if the store has batches that the log does not
 * have. A streaming standby gets them later.
 */
async function continues(log: BatchLog, store: LocalStore): Promise<boolean> {
  const seal = await store.seal()
  const { last, isStandby } = await log.head(0)
  if (seal.count <= last) return checkSameBatch(log, seal)
  if (isStandby) return true
  throw differs(`the log ends with batch ${last}, this node with ${seal.count}`)
}

function trimmed(): StoreError {
  const message =
    'The log no longer has the batches after those of this node. Start from a newer checkpoint.'
  return new StoreError('logTrimmed', message)
}
