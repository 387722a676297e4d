import { setTimeout as wait } from 'node:timers/promises'
import { feed, type Feed } from '@rpcloom/rpc/server'
import { retryDelay, SILENT_MS, type Connection } from './connection.ts'
import { entriesOf, follows, lastId, rowsOf, START, type Positioned } from './entry.ts'
import { GapError, isReply } from './errors.ts'
import type { Store } from './store.ts'
import { limited } from './time-limit.ts'

/** Maximum number of entries in a response. */
export const PAGE = 500
/** Time in milliseconds for which Redis waits for the next entry. */
const BLOCK_MS = 1000
/** Interval in milliseconds at which a connection that is not ready is tried again. */
const RETRY_MS = 20

export interface ReaderOptions {
  readonly store: Store
  readonly key: string
  readonly limit: number
  /** Called with the number of listeners that are told that events are missing. */
  readonly onGap: (listeners: number) => void
}

/** Reads new entries of a stream over a connection of its own, and passes them to the listeners of this process. */
export class Reader<Event> {
  readonly #options: ReaderOptions
  readonly #listeners: Feed<Positioned<Event>>
  readonly #closing = new AbortController()
  #last: string | undefined
  #running: Promise<void> | undefined
  #connection: Connection | undefined

  constructor(options: ReaderOptions) {
    this.#options = options
    this.#listeners = feed(options.limit)
  }

  /** ID of the last entry that was passed to listeners; undefined before the stream was read for the first time. */
  get last(): string | undefined {
    return this.#last
  }

  get size(): number {
    return this.#listeners.size
  }

  /** Returns the entries that are read from now on. */
  listen(signal: AbortSignal): AsyncIterator<Positioned<Event>, undefined> {
    this.#running ??= this.#run()
    return this.#listeners.listen(signal)[Symbol.asyncIterator]()
  }

  async close(): Promise<void> {
    this.#closing.abort()
    this.#listeners.close()
    this.#connection?.close()
    await this.#running
  }

  async #run(): Promise<void> {
    const { store } = this.#options
    let respondedAt = performance.now()
    let refused = 0
    while (!this.#closing.signal.aborted) {
      const connection = (this.#connection ??= store.connect())
      let delay = RETRY_MS
      try {
        if (connection.isReady) {
          await this.#read(connection)
          respondedAt = performance.now()
          refused = 0
          continue
        }
      } catch (error) {
        if (isReply(error)) {
          store.report(error)
          respondedAt = performance.now()
          delay = retryDelay(refused++)
        }
      }
      if (performance.now() - respondedAt >= SILENT_MS) {
        connection.close()
        this.#connection = undefined
        respondedAt = performance.now()
      }
      await this.#pause(delay)
    }
  }

  async #read(connection: Connection): Promise<void> {
    const { key } = this.#options
    if (this.#last === undefined) {
      const top = await limited(
        connection.send(['XREVRANGE', key, '+', '-', 'COUNT', '1']),
        SILENT_MS,
      )
      this.#last = lastId(top) ?? START
    }
    const options = ['COUNT', String(PAGE), 'BLOCK', String(BLOCK_MS), 'STREAMS', key, this.#last]
    const reply = await limited(connection.send(['XREAD', ...options]), SILENT_MS)
    const rows = rowsOf(reply)
    for (const { id, before, event } of entriesOf<Event>(rows)) {
      // A stream that was empty may get events again that it has lost.
      if (this.#last !== START && !follows(before, this.#last)) this.#reportGap(this.#last)
      this.#last = id
      this.#listeners.push([id, event])
    }
    const end = lastId(rows) ?? this.#last
    if (end === this.#last) return
    // The entries at the end are malformed.
    this.#reportGap(this.#last)
    this.#last = end
  }

  #reportGap(last: string): void {
    this.#options.onGap(this.#listeners.size)
    this.#listeners.close(new GapError(last))
  }

  async #pause(delay: number): Promise<void> {
    const closing = { ref: false, signal: this.#closing.signal }
    // Rejects only when the reader is closed.
    await wait(delay, undefined, closing).catch(() => {})
  }
}
