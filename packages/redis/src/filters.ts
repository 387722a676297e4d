import { randomBytes } from 'node:crypto'
import { RedisUnavailableError } from './errors.ts'
import { script } from './command.ts'
import type { Store } from './store.ts'

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
}

/**
 * Filters that any process can poll. A filter that is not used for 5 minutes is removed. If there are more than 10,000 filters, or if their
 * criteria have more than 64 million bytes of JSON, the least recently used ones are removed. All functions throw a `RedisUnavailableError`.
 */
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

/**
 * Marks the filter `KEYS[1]` as used. The sorted set `KEYS[2]` has the length of the criteria and the key of each filter, by the time of
 * its last use, and before them the member `total`: the sum of these lengths.
 */
const TOUCH = `
local lifetime, time = 300000, redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function touch(length)
  redis.call('PEXPIRE', KEYS[1], lifetime)
  if redis.call('ZADD', KEYS[2], now, length .. ':' .. KEYS[1]) == 1 then
    redis.call('ZINCRBY', KEYS[2], length, 'total')
  end
  redis.call('PEXPIRE', KEYS[2], lifetime)
end`

/** Reads a filter: cursor, criteria, the last request, the cursor before it; and the time in milliseconds. */
const READ = script(`${TOUCH}
local filter = redis.call('HMGET', KEYS[1], 'cursor', 'criteria', 'request', 'before')
if filter[2] then touch(#filter[2]) end
filter[5] = now
return filter`)

/** Moves the cursor from `ARGV[1]` to `ARGV[2]`. Returns 0 if another poll has moved it, or if it is too late. */
const MOVE = script(`
local time = redis.call('TIME')
if time[1] * 1000 + time[2] / 1000 > tonumber(ARGV[4]) then return 0 end
if redis.call('HGET', KEYS[1], 'cursor') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'before', ARGV[1], 'cursor', ARGV[2], 'request', ARGV[3])
return 1`)

/** Adds a filter, and removes those that have expired or exceed the limits: some at a time, because others wait meanwhile. */
const ADD = script(`${TOUCH}
redis.call('HSET', KEYS[1], 'cursor', ARGV[1], 'criteria', ARGV[2])
touch(#ARGV[2])
for _ = 1, 100 do
  local oldest = redis.call('ZRANGE', KEYS[2], 1, 1, 'WITHSCORES')
  local count = redis.call('ZCARD', KEYS[2]) - 1
  local total = tonumber(redis.call('ZSCORE', KEYS[2], 'total'))
  if count == 0 then return 1 end
  if tonumber(oldest[2]) > now - lifetime and count <= 10000 and total <= 64000000 then return 1 end
  local length, key = string.match(oldest[1], '^(%d+):(.*)$')
  redis.call('DEL', key)
  redis.call('ZREM', KEYS[2], oldest[1])
  redis.call('ZINCRBY', KEYS[2], -length, 'total')
end
return 1`)

const REMOVE = script(`
local length = redis.call('HSTRLEN', KEYS[1], 'criteria')
if redis.call('ZREM', KEYS[2], length .. ':' .. KEYS[1]) == 1 then
  redis.call('ZINCRBY', KEYS[2], -length, 'total')
end
return redis.call('DEL', KEYS[1])`)

interface Filter<Criteria> {
  readonly cursor: number
  readonly criteria: Criteria
  readonly request: unknown
  readonly before: number
  /** Time in milliseconds by the clock of Redis, and later by that of this process. */
  readonly time: number
  readonly readAt: number
}

export interface FiltersParts {
  readonly store: Store
  readonly name: string
}

export function sharedFilters<Criteria, Event>(
  { store, name }: FiltersParts,
  { head, changes }: FiltersOptions<Criteria, Event>,
): SharedFilters<Criteria, Event> {
  const keysOf = (id: string): readonly string[] => [
    store.key('filter', name, id),
    store.namedKey('filters', name),
  ]
  const read = async (id: string): Promise<Filter<Criteria> | undefined> => {
    const reply = await store.call({ script: READ, keys: keysOf(id), args: [] })
    return filterOf<Criteria>(reply, performance.now())
  }
  const move = async (id: string, filter: Filter<Criteria>, moved: Move): Promise<boolean> => {
    const { cursor, time, readAt } = filter
    // A move that is delayed must not take effect after its caller got an error.
    const deadline = time + performance.now() - readAt + store.waitMs
    const args = [cursor, moved.to, moved.request, deadline].map(String)
    return Number(await store.call({ script: MOVE, keys: keysOf(id), args })) === 1
  }
  return {
    async add(criteria) {
      const id = `0x${randomBytes(16).toString('hex')}`
      const args = [String(await head()), JSON.stringify(criteria)]
      await store.call({ script: ADD, keys: keysOf(id), args })
      return id
    },
    async criteria(id) {
      return (await read(id))?.criteria
    },
    async poll(id, request = '') {
      let waited = 0
      const timed = async <Result>(response: Promise<Result>): Promise<Result> => {
        const began = performance.now()
        const result = await response
        waited += performance.now() - began
        return result
      }
      // Begins again if another poll has moved the filter, as long as this is fast.
      while (waited < store.waitMs) {
        const filter = await timed(read(id))
        if (filter === undefined) return undefined
        const { criteria, before, cursor } = filter
        if (request !== '' && filter.request === request)
          return (await changes(criteria, before, cursor)).events
        // Another process may know more events than this one.
        const { events, to } = await changes(criteria, cursor, Math.max(cursor, await head()))
        if (await timed(move(id, filter, { to, request }))) return events
      }
      throw new RedisUnavailableError(new Error('Other polls moved the filter'))
    },
    async remove(id) {
      return Number(await store.call({ script: REMOVE, keys: keysOf(id), args: [] })) === 1
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
