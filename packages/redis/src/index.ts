import type { MetricFamily } from '@rpcloom/rpc/metrics'
import { safeLog } from '@rpcloom/rpc/internal'
import { OptionError, type Log, type Middleware, type RateLimiter } from '@rpcloom/rpc/server'
import { sharedCache, type CacheOptions, type CacheOutcome } from './cache.ts'
import type { RedisClient } from './connection.ts'
import { Counts } from './counts.ts'
import { sharedFeed, type FeedOptions, type SharedFeed } from './feed.ts'
import { sharedFilters, type FiltersOptions, type SharedFilters } from './filters.ts'
import { sharedLimiter, type LimiterOptions, type LimiterOutcome } from './limiter.ts'
import { Store } from './store.ts'

export type { CacheOptions, Validity } from './cache.ts'
export type { IoRedisClient, NodeRedisClient, RedisClient } from './connection.ts'
export type { EventPosition, Positioned } from './entry.ts'
export { GapError, RedisUnavailableError } from './errors.ts'
export type { FeedOptions, SharedFeed } from './feed.ts'
export type { Changes, FiltersOptions, SharedFilters } from './filters.ts'
export type { LimiterOptions } from './limiter.ts'

/** Options of `redisOf`. */
export interface RedisOptions {
  /** Prefix of all keys in Redis, such as `shop:`. Services that use the same Redis must have different ones. */
  readonly prefix: string
  /** Maximum time in milliseconds that a call waits for a response of Redis: 12 by default. A limit and a cached result are one, a poll is two. */
  readonly waitMs?: number
  /** Receives the errors of Redis, each kind at most every 10 minutes. Writes them to the console by default. */
  readonly log?: Log
}

/** What several processes of a server share in Redis. */
export interface SharedRedis {
  /** Whether calls use Redis: it is connected, and responded in time. */
  readonly isUp: boolean
  /** Creates a limiter for `rateLimit`. All processes use the same name. While Redis is not available, this process counts by itself. */
  limiter(name: string, options: LimiterOptions): RateLimiter
  /** Creates a feed. All processes use the same name. */
  feed<Event>(name: string, options: FeedOptions<Event>): SharedFeed<Event>
  /** Creates filters that any process can poll. All processes use the same name. */
  filters<Criteria, Event>(
    name: string,
    options: FiltersOptions<Criteria, Event>,
  ): SharedFilters<Criteria, Event>
  /** Creates middleware that caches results. While Redis is not available, each call runs. */
  cache(options: CacheOptions): Middleware
  /** Returns Prometheus metrics for `metricsText`. */
  families(prefix?: string): readonly MetricFamily[]
  /** Closes the connections. Close feeds before. */
  close(): void
}

/**
 * Returns what processes share. Opens one connection with the options of the client, and one for each feed with listeners. Throws an
 * `OptionError` for an invalid option.
 */
export function redisOf(
  client: RedisClient,
  { prefix, waitMs = 12, log }: RedisOptions,
): SharedRedis {
  if (!prefix) throw new OptionError('prefix', 'a text such as "shop:"', prefix)
  if (!(waitMs > 0)) throw new OptionError('waitMs', 'a number of milliseconds above 0', waitMs)
  const store = new Store({ client, prefix, waitMs, log: safeLog(log) })
  const limited = new Counts<LimiterOutcome>(['allowed', 'refused', 'fallback'])
  const cached = new Counts<CacheOutcome>(['hit', 'miss', 'fallback'])
  let gaps = 0
  return {
    get isUp() {
      return store.isUp
    },
    limiter: (name, options) => sharedLimiter({ store, name, outcomes: limited }, options),
    feed<Event>(name: string, options: FeedOptions<Event>) {
      const key = store.namedKey('feed', name)
      return sharedFeed({ store, key, onGap: (listeners) => (gaps += listeners) }, options)
    },
    filters: (name, options) => sharedFilters({ store, name }, options),
    cache: (options) => sharedCache(store, cached, options),
    families: (name = 'rpc') => [
      {
        name: `${name}_redis_up`,
        type: 'gauge',
        help: 'Whether calls use Redis',
        values: store.isUp ? 1 : 0,
      },
      counter(`${name}_redis_failures_total`, 'Commands without a response', store.failures),
      counter(
        `${name}_redis_limiter_total`,
        'Calls by the shared limiter',
        limited.values('result'),
      ),
      counter(`${name}_redis_cache_total`, 'Calls by the shared cache', cached.values('result')),
      counter(`${name}_redis_feed_gaps_total`, 'Listeners told that events are missing', gaps),
    ],
    close: () => store.close(),
  }
}

function counter(name: string, help: string, values: MetricFamily['values']): MetricFamily {
  return { name, type: 'counter', help, values }
}
