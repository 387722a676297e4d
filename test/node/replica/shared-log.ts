import { setImmediate } from 'node:timers/promises'
import { memoryStore, StoreError, type Change, type ReplicatedStore } from '@native-node/node'
import { abortable } from '@rpcloom/rpc/internal'

type Role = ReturnType<ReplicatedStore['role']>

/** An ordered log in memory that several stores of one process follow. */
export class SharedLog {
  readonly batches: (readonly Change[])[] = []
  readonly #members: LogMember[] = []
  #writer: LogMember | undefined

  /** Returns a store that follows the log. */
  member(): LogMember {
    const member = new LogMember(this)
    this.#members.push(member)
    return member
  }

  get writer(): LogMember | undefined {
    return this.#writer
  }

  /** Makes a store the writer, once it has all batches. The writer before is fenced at once. */
  async takeOver(next: LogMember): Promise<void> {
    const before = this.#writer
    this.#writer = undefined
    before?.announce('replica')
    await next.catchUp()
    this.#writer = next
    next.announce('writer')
  }

  /** Ends the lease of the writer. */
  release(): void {
    const before = this.#writer
    this.#writer = undefined
    before?.announce('replica')
  }

  append(member: LogMember, changes: readonly Change[]): void {
    if (this.#writer !== member) throw new StoreError('fenced', 'Another process is the writer.')
    this.batches.push(changes)
  }

  /** Tells the other stores about a batch. */
  notify(): void {
    for (const member of this.#members) if (member !== this.#writer) void member.follow()
  }
}

/** A store that follows a {@link SharedLog}, with its own copy of the data. */
export class LogMember implements ReplicatedStore {
  readonly #log: SharedLog
  readonly #data = memoryStore()
  readonly #applied = new Set<(changes: readonly Change[], position: bigint) => Promise<void>>()
  readonly #roles = new Set<(role: Role) => Promise<void>>()
  readonly #closing = new AbortController()
  readonly #waiting = new Set<{ readonly seq: bigint; readonly resolve: () => void }>()
  #position = 0
  #following: Promise<void> | undefined
  #isHeld = false
  #upToDateAt = performance.now()
  /** Whether writes fail although their batch is in the log. */
  hasLostResponses = false

  /** Whether pages and snapshots fail, so that no chain can follow, start or stop. */
  isUnreadable = false

  /** Resolves once the listeners work in the last role that was announced. */
  settled: Promise<unknown> = Promise.resolve()

  /** URL of the node. */
  url: string | undefined

  constructor(log: SharedLog) {
    this.#log = log
  }

  readonly get: ReplicatedStore['get'] = (key) => this.#data.get(key)
  readonly getMany: ReplicatedStore['getMany'] = (keys) => this.#data.getMany(keys)
  readonly page: ReplicatedStore['page'] = async (...args) => {
    this.#checkReadable()
    return this.#data.page(...args)
  }
  readonly snapshot: ReplicatedStore['snapshot'] = () => {
    this.#checkReadable()
    return this.#data.snapshot()
  }
  readonly close = async (): Promise<void> => {
    this.#closing.abort()
    if (this.#log.writer === this) this.#log.release()
  }

  readonly write = async (changes: readonly Change[]): Promise<void> => {
    if (this.role() === 'replica') throw new StoreError('replica', 'Another process is the writer.')
    await setImmediate()
    this.#log.append(this, changes)
    if (this.hasLostResponses) throw new StoreError('io', 'injected fault')
    await this.#apply()
    this.#log.notify()
  }

  readonly position = (): bigint => BigInt(this.#position)
  readonly role = (): Role => (this.#log.writer === this ? 'writer' : 'replica')
  readonly writerUrl = (): string | undefined => this.#log.writer?.url
  readonly lag: ReplicatedStore['lag'] = () => {
    const batches = BigInt(this.#log.batches.length - this.#position)
    return {
      batches,
      seconds: batches === 0n ? 0 : (performance.now() - this.#upToDateAt) / 1000,
    }
  }

  readonly reached: ReplicatedStore['reached'] = (seq, signal) =>
    new Promise((resolve, reject) => {
      if (this.position() >= seq) return resolve()
      const waiting = { seq, resolve }
      this.#waiting.add(waiting)
      signal.addEventListener('abort', () => {
        this.#waiting.delete(waiting)
        reject(signal.reason as Error)
      })
    })

  readonly onApplied: ReplicatedStore['onApplied'] = (listener) => {
    this.#applied.add(listener)
    return () => this.#applied.delete(listener)
  }

  readonly stopRetrying: ReplicatedStore['stopRetrying'] = () => {}

  readonly onRole: ReplicatedStore['onRole'] = (listener) => {
    this.#roles.add(listener)
    return () => this.#roles.delete(listener)
  }

  announce(role: Role): void {
    this.settled = Promise.all([...this.#roles].map((listener) => listener(role)))
  }

  get #hasNext(): boolean {
    if (this.#isHeld || this.#closing.signal.aborted) return false
    return this.#position < this.#log.batches.length
  }

  #checkReadable(): void {
    if (this.isUnreadable) throw new StoreError('io', 'injected fault')
  }

  /** Stops to apply batches until {@link resume} is called. */
  hold(): void {
    this.#isHeld = true
  }

  async resume(): Promise<void> {
    this.#isHeld = false
    await this.follow()
  }

  /** Applies the batches of the log, but no further ones before the listeners have used them. */
  async follow(): Promise<void> {
    this.#following ??= this.#followAll().finally(() => (this.#following = undefined))
    await this.#following
  }

  /** Applies all batches, also if it was held. */
  async catchUp(): Promise<void> {
    this.#isHeld = false
    while (this.#hasNext) await this.follow()
  }

  async #followAll(): Promise<void> {
    while (this.#hasNext) {
      const used: Promise<void>[] = []
      while (this.#hasNext) {
        await setImmediate()
        if (this.role() === 'writer') return
        const changes = await this.#apply()
        for (const listener of this.#applied) used.push(listener(changes, this.position()))
      }
      // Rejects only when the store is closed.
      await abortable(() => Promise.all(used), { signal: this.#closing.signal }).catch(() => {})
    }
    this.#upToDateAt = performance.now()
  }

  async #apply(): Promise<readonly Change[]> {
    const changes = this.#log.batches[this.#position] ?? []
    await this.#data.write(changes)
    this.#position++
    for (const waiting of this.#waiting) {
      if (waiting.seq > this.position()) continue
      this.#waiting.delete(waiting)
      waiting.resolve()
    }
    return changes
  }
}
