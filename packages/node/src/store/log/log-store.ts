import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { abortable } from '@rpcloom/rpc/internal'
import { Deferred } from '../../scheduling/deferred.ts'
import { StoreError } from '../store-error.ts'
import type { Change } from '../store.ts'
import type { BatchLog, LogBatch, LogHead } from './batch-log.ts'
import { checkSameBatch, differs, type LocalCopy } from './local-copy.ts'
import { LogWriter } from './log-writer.ts'
import type { ReplicatedStore } from './replicated-store.ts'

/** Minimum number of milliseconds between deletions of old batches. */
const TRIM_MS = 1000

export interface LogStoreOptions {
  readonly log: BatchLog
  readonly copy: LocalCopy
  /**
   * `writer`: becomes the writer at its start, and never again. `standby`: follows the log, and becomes the writer whenever there
   * is none. `replica`: only follows the log.
   */
  readonly mode: 'writer' | 'standby' | 'replica'
  /** URL at which this process serves requests. */
  readonly url?: string | undefined
  /** Time in milliseconds after which another process may replace a writer that does not respond. All processes need the same. */
  readonly leaseMs: number
  /** Age in milliseconds at which the writer removes batches from the log; by default, it keeps all. */
  readonly keepMs?: number | undefined
  /** Called when the log or the local store fails. The store tries again by itself. */
  readonly onFailure: (error: unknown) => void
}

type AppliedListener = (changes: readonly Change[], position: bigint) => Promise<void>
type RoleListener = (role: 'writer' | 'replica') => Promise<void>

/** Follows a log in the background, and writes it while this process is the writer. */
export class LogStore implements ReplicatedStore {
  readonly #options: LogStoreOptions
  readonly #copy: LocalCopy
  readonly get: ReplicatedStore['get']
  readonly getMany: ReplicatedStore['getMany']
  readonly page: ReplicatedStore['page']
  readonly snapshot: ReplicatedStore['snapshot']
  readonly reached: ReplicatedStore['reached']
  #head: LogHead | undefined
  /** When the lease of another writer expires (`performance.now()`). */
  #leaseEndsAt = 0
  /** When the local store was last known to have all batches (`performance.now()`). */
  #upToDateAt = performance.now()
  #writer: LogWriter | undefined
  /** The reason why this process has stopped to be the writer, and its last writes. */
  #ended: { readonly reason: StoreError; readonly idle: Promise<void> } | undefined
  readonly #applied = new Set<AppliedListener>()
  readonly #roles = new Set<RoleListener>()
  /** The last change of the role, until all listeners work in it. */
  #change: { readonly at: number } | undefined
  readonly #closing = new AbortController()
  #woken = new Deferred()
  #following: Promise<void> | undefined
  #trimmedAt = performance.now()
  /** Resolves once the listeners have used the applied batches. */
  #used: Promise<unknown> = Promise.resolve()
  /** Whether the log had fewer batches than the local store. */
  #wasAhead = false
  /** The last failure, which is reported once. */
  #failure: StoreError | undefined

  constructor(options: LogStoreOptions) {
    this.#options = options
    this.#copy = options.copy
    const { store } = options.copy
    this.get = store.get
    this.getMany = store.getMany
    this.page = store.page
    this.snapshot = store.snapshot
    this.reached = options.copy.reached
  }

  /** Applies the batches of the log, becomes the writer in this mode, and starts to follow. Closes the local store if it fails. */
  async open(): Promise<void> {
    const { log, mode } = this.#options
    try {
      await this.#round()
      if (mode === 'writer') await this.#becomeWriter()
    } catch (error) {
      await this.#copy.store.close()
      throw error
    }
    log.listen(() => {
      // The writer has nothing to read.
      if (this.#writer === undefined) this.#woken.resolve()
    })
    this.#following = this.#follow()
  }

  readonly position = (): bigint => this.#copy.seal.count

  readonly role = (): 'writer' | 'replica' => (this.#writer === undefined ? 'replica' : 'writer')

  readonly writerUrl = (): string | undefined => {
    if (this.#writer !== undefined) return this.#options.url
    const { leaseLeftMs = 0, writerUrl } = this.#head ?? {}
    return leaseLeftMs > 0 ? writerUrl : undefined
  }

  readonly lag: ReplicatedStore['lag'] = () => {
    const last = this.#writer === undefined ? (this.#head?.last ?? 0n) : 0n
    const batches = last > this.position() ? last - this.position() : 0n
    const seconds = (performance.now() - this.#upToDateAt) / 1000
    return { batches, seconds, failure: this.#writer?.failure ?? this.#failure }
  }

  readonly onApplied = (listener: AppliedListener): (() => void) => {
    this.#applied.add(listener)
    return () => this.#applied.delete(listener)
  }

  readonly onRole = (listener: RoleListener): (() => void) => {
    this.#roles.add(listener)
    return () => this.#roles.delete(listener)
  }

  readonly write = (changes: readonly Change[]): Promise<void> => {
    if (this.#closing.signal.aborted)
      return Promise.reject(new StoreError('closed', 'The store is closed.'))
    if (this.#writer !== undefined) return this.#writer.write(changes)
    const reason = this.#options.mode === 'writer' ? this.#ended?.reason : undefined
    return Promise.reject(reason ?? notWriter(this.writerUrl()))
  }

  readonly stopRetrying = (): void => this.#writer?.stopRetrying()

  readonly close = async (): Promise<void> => {
    this.#closing.abort()
    this.#woken.resolve()
    // The lease is renewed after the write in progress.
    this.stopRetrying()
    await this.#following
    try {
      await this.#writer?.close()
    } catch (error) {
      // All acknowledged writes are in the log. The lease expires by itself.
      this.#options.onFailure(error)
    }
    await this.#ended?.idle
    await this.#options.log.close()
    await this.#copy.store.close()
  }

  /** Waits until the lease of another writer has expired. */
  async #becomeWriter(): Promise<void> {
    const { leaseMs } = this.#options
    const deadline = performance.now() + 3 * leaseMs
    while (this.#writer === undefined) {
      if (performance.now() > deadline) throw this.#failure ?? this.#locked()
      await sleep(leaseMs / 10)
      await this.#round()
    }
  }

  async #follow(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      this.#woken = new Deferred()
      try {
        await this.#round()
      } catch (error) {
        this.#report(error)
      }
      await this.#pause()
    }
  }

  /** Waits for the next round. */
  async #pause(): Promise<void> {
    const timer = setTimeout(() => this.#woken.resolve(), this.#intervalMs())
    await this.#woken.promise
    clearTimeout(timer)
  }

  #intervalMs(): number {
    const { log, leaseMs } = this.#options
    if (this.#writer === undefined && !this.#mayTakeOver) return log.pollMs()
    const left = this.#leaseEndsAt - performance.now()
    // A standby looks again when the lease ends, unless the writer renews it.
    const wait = this.#writer === undefined && left > 0 ? Math.ceil(left) + 1 : leaseMs / 3
    return Math.min(log.pollMs(), wait)
  }

  get #mayTakeOver(): boolean {
    const { mode } = this.#options
    return mode === 'standby' || (mode === 'writer' && this.#ended === undefined)
  }

  /** Looks after the lease of the writer. Otherwise, applies new batches, and becomes the writer if there is none. */
  async #round(): Promise<void> {
    const began = performance.now()
    const isDone = await (this.#writer === undefined
      ? this.#followLog()
      : this.#keepLease(this.#writer))
    if (!isDone) return
    this.#failure = undefined
    this.#upToDateAt = began
  }

  /** Renews the lease, or ends it if this process cannot work in the role. Resolves with false if writes fail. */
  async #keepLease(writer: LogWriter): Promise<boolean> {
    const reason = this.#reasonToResign()
    await (reason === undefined ? writer.beat() : writer.resign(reason))
    this.#failure = writer.failure
    if (this.#failure !== undefined) return false
    await this.#trim()
    return true
  }

  #reasonToResign(): StoreError | undefined {
    const changedAt = this.#change?.at ?? Infinity
    if (performance.now() - changedAt > this.#options.leaseMs) return unable()
    return this.#isUnreadable ? unreadable() : undefined
  }

  get #isUnreadable(): boolean {
    return this.#copy.store.unreadableMs() > this.#options.leaseMs
  }

  /** Resolves with false if the log or the listeners are behind. */
  async #followLog(): Promise<boolean> {
    const { log, leaseMs } = this.#options
    await this.#ended?.idle
    this.#head = await log.head(leaseMs)
    const { leaseLeftMs } = this.#head
    this.#leaseEndsAt = performance.now() + leaseLeftMs
    if (!(await this.#catchUp(this.#head))) return false
    const isAble = this.#change === undefined && !this.#isUnreadable
    if (this.#mayTakeOver && isAble && leaseLeftMs <= 0) await this.#takeOver()
    return true
  }

  /**
   * Applies the batches of the log, but no further ones while the listeners use the last ones, which are in memory. Resolves
   * with false if the log or the listeners are behind.
   */
  async #catchUp({ last, isStandby }: LogHead): Promise<boolean> {
    const { log } = this.#options
    const position = this.position()
    if (position > last && !isStandby)
      throw differs(`the log ends with batch ${last}, this node with ${position}`)
    this.#wasAhead ||= position > last
    if (position > last) {
      this.#report(behind(last, position))
      return false
    }
    if (this.#wasAhead) await checkSameBatch(log, this.#copy.seal)
    this.#wasAhead = false
    for (;;) {
      if (!(await this.#areUsed())) return false
      if (this.position() >= last) return true
      await this.#apply(await log.after(this.position()))
    }
  }

  async #apply(batches: readonly LogBatch[]): Promise<void> {
    if (batches[0]?.seal.count !== this.position() + 1n) throw missed()
    const used: Promise<void>[] = []
    try {
      for (const batch of batches)
        await this.#copy.apply(batch, (changes) => {
          for (const listener of this.#applied) used.push(listener(changes, batch.seal.count))
        })
    } finally {
      this.#used = Promise.all(used)
    }
  }

  /** Waits until the listeners have used the applied batches, but not so long that a round takes a lease. */
  async #areUsed(): Promise<boolean> {
    const late = AbortSignal.any([
      this.#closing.signal,
      AbortSignal.timeout(Math.ceil(this.#options.leaseMs / 3)),
    ])
    try {
      await abortable(() => this.#used, { signal: late })
      return true
    } catch (error) {
      if (!late.aborted) throw error
      // The log works, and the next round need not wait for its time.
      this.#failure = undefined
      void this.#used.then(() => this.#woken.resolve())
      return false
    }
  }

  async #takeOver(): Promise<void> {
    const { log, url, leaseMs, onFailure } = this.#options
    const name = `${hostname()} ${randomUUID()}`
    const epoch = await log.takeOver({ name, url, leaseMs })
    if (epoch === undefined) return
    // The previous writer may have appended until now.
    if (!(await this.#catchUp(await log.head(leaseMs)))) return log.release(epoch)
    const writer: LogWriter = new LogWriter({
      log,
      copy: this.#copy,
      name,
      epoch,
      onFailure,
      onEnded: (reason) => {
        this.#writer = undefined
        this.#ended = { reason, idle: writer.idle() }
        this.#woken.resolve()
        onFailure(reason)
        this.#announce('replica')
      },
    })
    this.#writer = writer
    this.#announce('writer')
  }

  #announce(role: 'writer' | 'replica'): void {
    const change = { at: performance.now() }
    this.#change = change
    void Promise.all([...this.#roles].map((listener) => listener(role))).then(() => {
      if (this.#change !== change) return
      this.#change = undefined
      this.#woken.resolve()
    })
  }

  async #trim(): Promise<void> {
    const { log, keepMs } = this.#options
    if (keepMs === undefined || performance.now() - this.#trimmedAt < TRIM_MS) return
    this.#trimmedAt = performance.now()
    await log.trim(keepMs)
  }

  #report(error: unknown): void {
    const failure = error instanceof StoreError ? error : new StoreError('failed', String(error))
    const isReported = failure.code === this.#failure?.code
    this.#failure = failure
    if (!isReported && !this.#closing.signal.aborted) this.#options.onFailure(error)
  }

  #locked(): StoreError {
    const { writer = '', writerUrl } = this.#head ?? {}
    const at = writerUrl === undefined ? '' : ` at ${writerUrl}`
    const message = `Another node is the writer of the log: ${writer.split(' ')[0]}${at}. Stop it, or start this node as a standby or a replica.`
    return new StoreError('locked', message)
  }
}

function missed(): StoreError {
  const message =
    'The log no longer has the batches after those of this node. Restart this node with a checkpoint.'
  return new StoreError('logTrimmed', message)
}

function unable(): StoreError {
  const message =
    'This node has given up the role of the writer, because not all of its chains could begin to produce blocks.'
  return new StoreError('replica', message)
}

function unreadable(): StoreError {
  const message =
    'This node has given up the role of the writer, because all reads of its data folder fail.'
  return new StoreError('replica', message)
}

function behind(last: bigint, position: bigint): StoreError {
  const message = `The log is a streaming standby that is behind: it ends with batch ${last}, this node with ${position}. It waits for the standby.`
  return new StoreError('logBehind', message)
}

function notWriter(url: string | undefined): StoreError {
  const writer = url === undefined ? 'the writer' : `the writer, ${url}`
  return new StoreError('replica', `This node is a replica. Send writes to ${writer}.`)
}
