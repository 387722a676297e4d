import { Notifier } from '../../scheduling/notifier.ts'
import { decodeBatch } from '../batch.ts'
import { isSameSeal, sealAfter, type Seal } from '../seal.ts'
import { StoreError } from '../store-error.ts'
import type { Change } from '../store.ts'
import type { BatchLog, LogBatch } from './batch-log.ts'
import type { LocalStore } from './local-store.ts'

/** A local store and its position in the log. */
export class LocalCopy {
  readonly store: LocalStore
  #seal: Seal
  /** Whether the last write failed, so that its batch may or may not be stored. */
  #isUnsure = false
  readonly #moved = new Notifier()

  private constructor(store: LocalStore, seal: Seal) {
    this.store = store
    this.#seal = seal
  }

  static async of(store: LocalStore): Promise<LocalCopy> {
    return new LocalCopy(store, await store.seal())
  }

  get seal(): Seal {
    return this.#seal
  }

  /** Applies the next batch of the log. Throws if it is another one. */
  async apply(batch: LogBatch, applied: (changes: readonly Change[]) => void): Promise<void> {
    if (!isSameSeal(sealAfter(this.#seal, batch.bytes), batch.seal))
      throw differs(`batch ${batch.seal.count} of the log does not follow the local batches`)
    const changes = changesOf(batch)
    await this.write(changes, batch.seal, applied)
  }

  /**
   * Writes the changes of the batch that has this seal, unless a write that failed has stored them. Calls `applied` before
   * those who wait for the batch continue.
   */
  async write(
    changes: readonly Change[],
    seal: Seal,
    applied: (changes: readonly Change[]) => void = () => {},
  ): Promise<void> {
    const stored = this.#isUnsure ? await this.store.seal() : this.#seal
    if (!isSameSeal(stored, seal)) {
      this.#isUnsure = true
      await this.store.write(changes, seal)
    }
    this.#isUnsure = false
    this.#seal = seal
    applied(changes)
    this.#moved.notify()
  }

  readonly reached = async (seq: bigint, signal: AbortSignal): Promise<void> => {
    while (seq > this.#seal.count) await this.#moved.wait(signal)
  }
}

function changesOf({ seal, bytes }: LogBatch): readonly Change[] {
  try {
    return decodeBatch(bytes)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StoreError(
      'logDiffers',
      `Batch ${seal.count} of the log is damaged: ${reason}.`,
      cause,
    )
  }
}

/** Error of a store that has other batches than the log. */
export function differs(reason: string): StoreError {
  const advice =
    'Check that --log-store names the right database and that it was not restored from an old backup. To fill this node again from the log, remove its chain data.'
  return new StoreError('logDiffers', `The log and this node differ: ${reason}. ${advice}`)
}

/** Checks that a log has the last batch of a store. Resolves with false if it has no batch with this number. */
export async function checkSameBatch(log: BatchLog, { count, digest }: Seal): Promise<boolean> {
  const found = await log.find(count)
  if (found !== undefined && Buffer.compare(found.digest, digest) !== 0)
    throw differs(`their batches up to ${count} are not the same`)
  return found !== undefined
}
