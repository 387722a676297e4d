import { setTimeout as wait } from 'node:timers/promises'
import { RpcError } from '@rpcloom/rpc'
import {
  entriesOf,
  entryId,
  isAfter,
  lastId,
  START,
  type Entry,
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

/** An event with its position in a form that `listen` accepts. */
export type Positioned<Event> = readonly [position: string, event: Event]

/** A feed that processes share over a Redis stream. */
export interface SharedFeed<Event> {
  /**
   * Sends an event to the listeners of all processes. Events wait in order while Redis is not available. If more than twice `keep` wait, the
   * oldest are lost, which listeners notice.
   */
  push(event: Event): void
  /**
   * Returns the events after a position until the signal aborts; without a position, those from now on; after `0-0`, all. Throws a `GapError` if
   * events are missing, a `LagError` if more than `limit` are unread, and error -32602 for an invalid position.
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
  /** Called when a listener is told that events are missing. */
  readonly onGap: () => void
}

export function sharedFeed<Event>(
  { store, key, onGap }: FeedParts,
  { position, keep = 10_000, limit = 1000 }: FeedOptions<Event>,
): SharedFeed<Event> {
  const sender = new Sender({ store, key, keep })
  const reader = new Reader<Event>({ store, key, limit })
  return {
    push(event) {
      const id = entryId(position(event))
      if (id === undefined || id === START)
        throw new TypeError(`Not a position of an event: ${String(position(event))}`)
      sender.push(id, JSON.stringify(event))
    },
    listen(signal, after) {
      const id = after === undefined ? undefined : entryId(after)
      if (after !== undefined && id === undefined)
        throw new RpcError(
          INVALID_PARAMS,
          'Invalid position: expected an integer, or two joined by a hyphen',
        )
      const since = reader.last
      const live = reader.listen(signal)
      return eventsOf({ store, key, onGap, reader, live, since, signal }, id)
    },
    async last() {
      try {
        return lastId(await store.commandLater(['XREVRANGE', key, '+', '-', 'COUNT', '1']))
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

interface Listening<Event> extends FeedParts {
  readonly reader: Reader<Event>
  /** The entries that are read from now on. */
  readonly live: AsyncIterable<Entry<Event>>
  /** ID of the last entry before these; undefined if the stream was not read before. */
  readonly since: string | undefined
  readonly signal: AbortSignal
}

async function* eventsOf<Event>(
  listening: Listening<Event>,
  after: string | undefined,
): AsyncGenerator<Positioned<Event>, void> {
  const { live, since, signal, onGap } = listening
  // A stream that was empty may get events again that it has lost.
  let last = after ?? (since === START ? undefined : since)
  try {
    if (after !== undefined) {
      for await (const { id, event } of missedEntries(listening, after)) {
        last = id
        yield [id, event]
      }
      // Those that were collected do not follow if others were still missing.
      if (signal.aborted) return
    }
    for await (const { id, before, event } of live) {
      if (last !== undefined && !follows(before, last)) {
        // The listener has this one already.
        if (!isAfter(id, last)) continue
        throw new GapError(last)
      }
      last = id
      yield [id, event]
    }
  } catch (error) {
    if (error instanceof GapError) onGap()
    throw error
  } finally {
    // Ends the collection of live entries if the generator ends before it reads them.
    await live[Symbol.asyncIterator]().return?.()
  }
}

/** Whether an entry comes next after the entry `last`, by the ID before it. The first entry of a stream has none. */
function follows(before: string, last: string): boolean {
  return before === last || (before === '' && last === START)
}

/** Reads the entries after an ID, up to those that are collected already. */
async function* missedEntries<Event>(
  { store, key, reader, since = START, signal }: Listening<Event>,
  after: string,
): AsyncGenerator<Entry<Event>, void> {
  let last = after
  for (let attempt = 0; !signal.aborted;) {
    const page = await store
      .commandLater(['XRANGE', key, `(${last}`, '+', 'COUNT', String(PAGE)])
      // Redis is not available: the listener waits, as for live events.
      .catch(() => undefined)
    const entries = entriesOf<Event>(page)
    for (const entry of entries) {
      if (!follows(entry.before, last)) throw new GapError(last)
      last = entry.id
      yield entry
    }
    if (entries.length > 0) continue
    const known = reader.last
    // The stream may have lost entries that the listener has, or that others had.
    const isComplete = known !== undefined && !isAfter(since, last) && !isAfter(last, known)
    if (isComplete) return
    if (page !== undefined && ++attempt > ATTEMPTS) throw new GapError(last)
    await wait(RETRY_MS, undefined, { ref: false })
  }
}
