import { setTimeout as sleep } from 'node:timers/promises'
import { inOrder } from '../../scheduling/in-order.ts'
import { WriteQueue } from '../../scheduling/write-queue.ts'
import { encodeBatch } from '../batch.ts'
import { sealAfter, type Seal } from '../seal.ts'
import { StoreError } from '../store-error.ts'
import type { Change } from '../store.ts'
import { UnsureAppend, type BatchLog, type LogBatch } from './batch-log.ts'
import { differs, type LocalCopy } from './local-copy.ts'

/** Milliseconds between attempts to find out about an append, or to apply a batch. */
const RETRY_MS = 100

export interface LogWriterOptions {
  readonly log: BatchLog
  readonly copy: LocalCopy
  /** Name under which this process took over. No other takeover has it. */
  readonly name: string
  readonly epoch: bigint
  /** Called once, when this process has stopped to be the writer. */
  readonly onEnded: (reason: StoreError) => void
  readonly onFailure: (error: unknown) => void
}

/**
 * Appends the writes of a process to the log while it is the writer, and applies them to the local store. Writes that
 * arrive during an append form one batch.
 *
 * A write resolves once its batch is in the log and in the local store. It rejects only if its batch is not in the log
 * and cannot arrive there any more, or when the store closes: otherwise, the caller would build the next batch on a
 * state without it. Until that is known, other writes are refused.
 */
export class LogWriter {
  readonly #options: LogWriterOptions
  #epoch: bigint
  readonly #queue = new WriteQueue<readonly Change[]>((batch) => this.#append(batch.flat()))
  /** Statements of a writer run one after another, because an append may replace the epoch. */
  readonly #inTurn = inOrder()
  readonly #closing = new AbortController()
  #failure: StoreError | undefined
  #ended: StoreError | undefined

  constructor(options: LogWriterOptions) {
    this.#options = options
    this.#epoch = options.epoch
  }

  readonly write = (changes: readonly Change[]): Promise<void> => {
    const refusal = this.#ended ?? this.#failure
    if (refusal !== undefined) return Promise.reject(refusal)
    return this.#queue.add(changes)
  }

  /** Renews the lease, unless the last batch cannot be written here: then another process may take over. */
  readonly beat = (): Promise<void> =>
    this.#inTurn(async () => {
      if (this.#ended !== undefined || this.#failure !== undefined) return
      if (!(await this.#options.log.beat(this.#epoch))) this.#end(fenced())
    })

  /** Why the last batch is not in the local store yet, so that the lease is not renewed. */
  get failure(): StoreError | undefined {
    return this.#failure
  }

  /** Rejects a write that cannot be completed now, instead of trying it again. */
  readonly stopRetrying = (): void => this.#closing.abort()

  /** Resolves once no write is in progress. */
  readonly idle = (): Promise<void> => this.#queue.idle()

  /** Ends the lease, unless the last batch cannot be written here: then it expires. */
  readonly resign = (reason: StoreError): Promise<void> =>
    this.#inTurn(async () => {
      if (this.#ended !== undefined || this.#failure !== undefined) return
      await this.#options.log.release(this.#epoch)
      this.#end(reason)
    })

  /** Completes the writes, unless they fail, and ends the lease. */
  readonly close = async (): Promise<void> => {
    this.stopRetrying()
    await this.idle()
    if (this.#ended !== undefined) return
    this.#ended = new StoreError('closed', 'The store is closed.')
    await this.#inTurn(() => this.#options.log.release(this.#epoch))
  }

  async #append(changes: readonly Change[]): Promise<void> {
    const { copy } = this.#options
    const bytes = encodeBatch(changes)
    const before = copy.seal
    const batch = { seal: sealAfter(before, bytes), bytes }
    await this.#inTurn(() => this.#appendTo(before, batch))
    await this.#persist(() => copy.write(changes, batch.seal))
  }

  /** Resolves once the batch is in the log. Rejects once it cannot get there. */
  async #appendTo(before: Seal, batch: LogBatch): Promise<void> {
    if (this.#ended !== undefined) throw this.#ended
    try {
      if (await this.#options.log.append(this.#epoch, before.digest, batch)) return
    } catch (error) {
      if (!(error instanceof UnsureAppend)) throw error
      const appendedBy = this.#epoch
      if (await this.#persist(() => this.#isAppended(batch, appendedBy))) return
      throw this.#ended ?? error.cause
    }
    throw this.#end(await this.#reasonOfRefusal())
  }

  /** Finds out whether a batch is in the log. The new epoch prevents that it arrives later. */
  async #isAppended({ seal }: LogBatch, appendedBy: bigint): Promise<boolean> {
    const { log, name } = this.#options
    const epoch = await log.renew(name)
    const found = await log.find(seal.count)
    const isOurs = found?.epoch === appendedBy && Buffer.compare(found.digest, seal.digest) === 0
    if (epoch !== undefined) this.#epoch = epoch
    else this.#end(fenced())
    if (isOurs || found === undefined) return isOurs
    throw this.#ended ?? this.#end(differs(`the log has another batch ${seal.count}`))
  }

  async #reasonOfRefusal(): Promise<StoreError> {
    const isWriter = await this.#options.log.beat(this.#epoch)
    return isWriter ? differs('the last batch of the log is another one') : fenced()
  }

  /** Repeats `work` until it succeeds, this process is not the writer any more, or the store closes. */
  async #persist<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        const result = await work()
        this.#failure = undefined
        return result
      } catch (error) {
        if (this.#ended !== undefined || this.#closing.signal.aborted) throw error
        const failure =
          error instanceof StoreError ? error : new StoreError('failed', String(error))
        if (failure.code !== this.#failure?.code) this.#options.onFailure(error)
        this.#failure = failure
        this.#queue.refuse(failure)
      }
      await sleep(RETRY_MS, undefined, { signal: this.#closing.signal }).catch(() => {})
    }
  }

  #end(reason: StoreError): StoreError {
    this.#ended = reason
    this.#queue.refuse(reason)
    this.#options.onEnded(reason)
    return reason
  }
}

function fenced(): StoreError {
  const message =
    'Another node has become the writer, because this node did not renew its lease in time.'
  return new StoreError('fenced', message)
}
