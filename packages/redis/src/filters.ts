import { randomBytes } from 'node:crypto'
import { RedisUnavailableError } from './errors.ts'
import { script, type Store } from './store.ts'

/** Events of a filter, up to a position. */
export interface Changes<Event> {
  readonly events: readonly Event[]
  /** Position of the last event that was considered: `to`, or an earlier one if there are too many events at once. */
  readonly to: number
}

/** Options of shared filters. Positions are safe integers, such as heights of blocks. */
export interface FiltersOptions<Criteria, Event> {
  /** Returns the position of the newest event that this process knows. */
  readonly head: () => number | Promise<number>
  /**
   * Returns the events after `from` and up to `to` that match the criteria. All processes must return the same ones. A process that does
   * not have them yet must wait, or throw.
   */
  readonly changes: (
    criteria: Criteria,
    from: number,
    to: number,
  ) => Changes<Event> | Promise<Changes<Event>>
  /** Time in milliseconds after which an unused filter is removed: 5 minutes by default. */
  readonly lifetimeMs?: number
}

/** Filters that any process can poll. All functions throw a `RedisUnavailableError`. */
export interface SharedFilters<Criteria, Event> {
  /** Adds a filter for events from now on. Criteria must have a JSON form. Returns the ID: `0x` and 32 hexadecimal digits. */
  add(criteria: Criteria): Promise<string>
  /** Returns the criteria of a filter; undefined if there is none. */
  criteria(id: string): Promise<Criteria | undefined>
  /**
   * Returns the events since the last poll; undefined if there is no filter. The same `request` as in the last poll gets the same
   * events again, in case its response was lost. Use an ID that differs between polls.
   */
  poll(id: string, request?: string): Promise<readonly Event[] | undefined>
  /** Returns whether there was a filter. */
  remove(id: string): Promise<boolean>
}

const LIFETIME_MS = 5 * 60_000
/** Maximum number of times that a poll starts again, because another one has moved the filter or it is late. */
const ATTEMPTS = 32
/** Reads a filter: cursor, criteria, the last request, the cursor before it; and the time in milliseconds. */
const READ = script(`
local time = redis.call('TIME')
local filter = redis.call('HMGET', KEYS[1], 'cursor', 'criteria', 'request', 'before')
filter[5] = time[1] * 1000 + math.floor(time[2] / 1000)
return filter`)

/** Moves the cursor from \`ARGV[1]\` to \`ARGV[2]\`. Returns 0 if another poll has moved it, or if it is too late. */
const MOVE = script(`
local time = redis.call('TIME')
if time[1] * 1000 + time[2] / 1000 > tonumber(ARGV[5]) then return 0 end
if redis.call('HGET', KEYS[1], 'cursor') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'before', ARGV[1], 'cursor', ARGV[2], 'request', ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return 1`)

const ADD = script(`
redis.call('HSET', KEYS[1], 'cursor', ARGV[1], 'criteria', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1`)

interface Filter<Criteria> {
  readonly cursor: number
  readonly criteria: Criteria
  readonly request: unknown
  readonly before: number
  /** Time in milliseconds by the clock of Redis, and later by that of this process. */
  readonly time: number
  readonly readAt: number
}

export function sharedFilters<Criteria, Event>(
  store: Store,
  { head, changes, lifetimeMs = LIFETIME_MS }: FiltersOptions<Criteria, Event>,
): SharedFilters<Criteria, Event> {
  const keyOf = (id: string): string => store.key('filter', id)
  const read = async (id: string): Promise<Filter<Criteria> | undefined> => {
    const reply = await store.run(READ, { keys: [keyOf(id)], args: [] })
    return filterOf<Criteria>(reply, performance.now())
  }
  const move = async (id: string, filter: Filter<Criteria>, moved: Move): Promise<boolean> => {
    const { cursor, time, readAt } = filter
    // A move that is delayed must not take effect after its caller got an error.
    const deadline = time + performance.now() - readAt + store.waitMs
    const args = [cursor, moved.to, moved.request, lifetimeMs, deadline].map(String)
    return Number(await store.run(MOVE, { keys: [keyOf(id)], args })) === 1
  }
  return {
    async add(criteria) {
      const id = `0x${randomBytes(16).toString('hex')}`
      const args = [String(await head()), JSON.stringify(criteria), String(lifetimeMs)]
      await store.run(ADD, { keys: [keyOf(id)], args })
      return id
    },
    async criteria(id) {
      return (await read(id))?.criteria
    },
    async poll(id, request = '') {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const filter = await read(id)
        if (filter === undefined) return undefined
        const { criteria, before, cursor } = filter
        if (request !== '' && filter.request === request)
          return (await changes(criteria, before, cursor)).events
        // Another process may know more events than this one.
        const { events, to } = await changes(criteria, cursor, Math.max(cursor, await head()))
        if (await move(id, filter, { to, request })) return events
      }
      throw new RedisUnavailableError(new Error('Other polls moved the filter'))
    },
    async remove(id) {
      return Number(await store.command(['DEL', keyOf(id)])) === 1
    },
  }
}

interface Move {
  readonly to: number
  readonly request: string
}

/** Reads a response of `READ`. A malformed filter is treated as none. */
function filterOf<Criteria>(reply: unknown, readAt: number): Filter<Criteria> | undefined {
  const [cursor, criteria, request, before, time] = Array.isArray(reply)
    ? (reply as readonly unknown[])
    : []
  const position = positionOf(cursor)
  if (position === undefined || typeof criteria !== 'string') return undefined
  try {
    return {
      cursor: position,
      // What was written as this type, by a program with the same filters.
      criteria: JSON.parse(criteria) as Criteria,
      request,
      before: positionOf(before) ?? position,
      time: Number(time),
      readAt,
    }
  } catch {
    return undefined
  }
}

function positionOf(value: unknown): number | undefined {
  const position = typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : NaN
  return Number.isSafeInteger(position) ? position : undefined
}
