import { setTimeout as wait } from 'node:timers/promises'
import { RpcError } from '@rpcloom/rpc'
import {
  entriesOf,
  entryId,
  follows,
  isAfter,
  lastId,
  START,
  type Positioned,
  type EventPosition,
} from './entry.ts'
import { GapError, RedisUnavailableError } from './errors.ts'
import { PAGE, Reader } from './reader.ts'
import { Sender } from './sender.ts'
import type { Store } from './store.ts'

/** Options of a shared feed. */
export interface FeedOptions<Event> {
  /**
   * Returns the position of an event, which rises from event to event and is the same in all processes. An event whose position is
   * not after that of the last one is skipped, so that several processes can push the same events.
   */
  readonly position: (event: Event) => EventPosition
  /** Number of events that are kept for listeners that come back, about: 10,000 by default. */
  readonly keep?: number
  /** Maximum number of unread events of a listener: 1000 by default. */
  readonly limit?: number
}

/** A feed that processes share over a Redis stream. */
export interface SharedFeed<Event> {
  /**
   * Sends an event to the listeners of all processes. Events wait in order while Redis is not available. If more than twice `keep` wait, the
   * oldest are lost, which listeners notice.
   */
  push(event: Event): void
  /**
   * Returns the events after a position until the signal aborts; without a position, those from now on, or from when Redis is available; after `0`, all. Throws a `GapError` if
   * events are missing, an `OverflowError` if more than `limit` are unread, and error -32602 for an invalid position.
   */
  listen(signal: AbortSignal, after?: EventPosition): AsyncIterable<Positioned<Event>>
  /** Returns the position of the last event in Redis; undefined if there is none. Throws a `RedisUnavailableError`. */
  last(): Promise<string | undefined>
  /** Number of listeners in this process. */
  readonly size: number
  /** Sends waiting events for at most a second, and ends the events of all listeners of this process. */
  close(): Promise<void>
}

/** Interval in milliseconds at which a listener reads events that the stream does not have yet. */
const RETRY_MS = 50
/** Number of attempts to read them. Senders add events that were lost within a second. */
const ATTEMPTS = 40
const FLUSH_MS = 1000

const INVALID_PARAMS = -32_602

export interface FeedParts {
  readonly store: Store
  readonly key: string
  /** Called with the number of listeners that are told that events are missing. */
  readonly onGap: (listeners: number) => void
}

export function sharedFeed<Event>(
  { store, key, onGap }: FeedParts,
  { position, keep = 10_000, limit = 1000 }: FeedOptions<Event>,
): SharedFeed<Event> {
  const sender = new Sender({ store, key, keep })
  const reader = new Reader<Event>({ store, key, limit, onGap })
  const end = async (): Promise<string> =>
    lastId(await store.background(['XREVRANGE', key, '+', '-', 'COUNT', '1'])) ?? START
  return {
    push(event) {
      const id = entryId(position(event))
      if (id === undefined || id === START)
        throw new TypeError(
          `Not the position of an event: ${String(position(event))}. Expected an integer from 1, or two joined by a hyphen`,
        )
      sender.push(id, JSON.stringify(event))
    },
    listen(signal, after) {
      const id = after === undefined ? undefined : entryId(after)
      if (after !== undefined && id === undefined) {
        const message = 'Invalid position: expected an integer, or two joined by a hyphen'
        throw new RpcError(INVALID_PARAMS, message)
      }
      const since = reader.last
      // The reader may not have read the stream yet, and events from now on are those after its present end.
      const from = id ?? (since === undefined ? end().catch(() => undefined) : undefined)
      const live = reader.listen(signal)
      if (from === undefined) return iterable(live)
      const missed = missedEvents({ store, key, onGap, reader, since, signal }, from)
      return iterable(new Continued(missed, live))
    },
    async last() {
      try {
        const last = await end()
        return last === START ? undefined : last
      } catch (error) {
        throw new RedisUnavailableError(error)
      }
    },
    get size() {
      return reader.size
    },
    async close() {
      await sender.close(FLUSH_MS)
      await reader.close()
    },
  }
}

type Events<Event> = AsyncIterator<Positioned<Event>, undefined>

function iterable<Event>(events: Events<Event>): AsyncIterable<Positioned<Event>> {
  return { [Symbol.asyncIterator]: () => events }
}

/** The events that a listener missed, and then those that are read meanwhile and from now on. */
class Continued<Event> implements AsyncIterator<Positioned<Event>, undefined> {
  #missed: AsyncGenerator<Positioned<Event>, string | undefined> | undefined
  readonly #live: Events<Event>

  constructor(missed: AsyncGenerator<Positioned<Event>, string | undefined>, live: Events<Event>) {
    this.#missed = missed
    this.#live = live
  }

  next(): Promise<IteratorResult<Positioned<Event>, undefined>> {
    return this.#missed === undefined ? this.#live.next() : this.#nextMissed(this.#missed)
  }

  async return(): Promise<IteratorResult<Positioned<Event>, undefined>> {
    await this.#missed?.return(undefined)
    this.#missed = undefined
    await this.#live.return?.()
    return { value: undefined, done: true }
  }

  async #nextMissed(
    missed: AsyncGenerator<Positioned<Event>, string | undefined>,
  ): Promise<IteratorResult<Positioned<Event>, undefined>> {
    let last: string | undefined
    try {
      const step = await missed.next()
      if (step.done !== true) return step
      last = step.value
    } catch (error) {
      await this.return()
      throw error
    }
    if (last === undefined) return this.return()
    this.#missed = undefined
    for (;;) {
      const step = await this.#live.next()
      // The listener has those that were read while the missed ones were.
      if (step.done === true || isAfter(step.value[0], last)) return step
    }
  }
}

interface Missing<Event> extends FeedParts {
  readonly reader: Reader<Event>
  /** ID of the last entry before those that the reader passes to the listener; undefined if there was none. */
  readonly since: string | undefined
  readonly signal: AbortSignal
}

/**
 * Reads the events after an ID, up to those that the reader passes to the listener. Returns the ID of the last one; undefined if
 * the signal aborts before. If the ID is not known, because Redis was not available, leaves all events to the reader.
 */
async function* missedEvents<Event>(
  { store, key, reader, since, signal, onGap }: Missing<Event>,
  after: string | Promise<string | undefined>,
): AsyncGenerator<Positioned<Event>, string | undefined> {
  const gap = (at: string): GapError => {
    onGap(1)
    return new GapError(at)
  }
  const start = await after
  if (start === undefined) return START
  let [last, from] = [start, since]
  for (let attempt = 0; !signal.aborted;) {
    const page = await store
      .background(['XRANGE', key, `(${last}`, '+', 'COUNT', String(PAGE)])
      // Redis is not available: the listener waits, as for live events.
      .catch(() => undefined)
    const entries = entriesOf<Event>(page)
    for (const { id, before, event } of entries) {
      if (!follows(before, last)) throw gap(last)
      last = id
      yield [id, event]
    }
    if (entries.length > 0) continue
    const known = reader.last
    // Before the reader has read the stream, it passes nothing to the listener.
    from ??= known
    // The stream may have lost entries that the listener has, or that others had.
    const isPassed = from !== undefined && !isAfter(from, last)
    if (isPassed && known !== undefined && !isAfter(last, known)) return last
    if (page !== undefined && ++attempt > ATTEMPTS) throw gap(last)
    await wait(RETRY_MS, undefined, { ref: false })
  }
  return undefined
}
