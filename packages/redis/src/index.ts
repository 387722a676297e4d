import type { MetricFamily } from '@rpcloom/rpc/metrics'
import type { Middleware, RateLimiter } from '@rpcloom/rpc/server'
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
  /** Prefix of all keys in Redis: `rpcloom:` by default. */
  readonly prefix?: string
  /** Maximum time in milliseconds that a call waits for Redis: 50 by default. */
  readonly waitMs?: number
}

/** What several processes of a server share in Redis. */
export interface SharedRedis {
  /** Whether calls use Redis: it is connected, and responded to the last call. */
  readonly isUp: boolean
  /** Creates a limiter for `rateLimit`. While Redis is not available, this process counts by itself. */
  limiter(options: LimiterOptions): RateLimiter
  /** Creates a feed. All processes use the same name, which becomes part of a key. */
  feed<Event>(name: string, options: FeedOptions<Event>): SharedFeed<Event>
  /** Creates filters that any process can poll. */
  filters<Criteria, Event>(options: FiltersOptions<Criteria, Event>): SharedFilters<Criteria, Event>
  /** Creates middleware that caches results. While Redis is not available, each call runs. */
  cache(options: CacheOptions): Middleware
  /** Returns Prometheus metrics for `metricsText`. */
  families(prefix?: string): readonly MetricFamily[]
  /** Closes the connections. Close feeds before. */
  close(): void
}

/** Returns what processes share. Each opens one connection with the options of the client, and one for each feed. */
export function redisOf(
  client: RedisClient,
  { prefix = 'rpcloom:', waitMs = 50 }: RedisOptions = {},
): SharedRedis {
  const store = new Store({ client, prefix, waitMs })
  const limited = new Counts<LimiterOutcome>(['allowed', 'refused', 'fallback'])
  const cached = new Counts<CacheOutcome>(['hit', 'miss', 'fallback'])
  const feeds = new Set<{ readonly size: number }>()
  let gaps = 0
  return {
    get isUp() {
      return store.isUp
    },
    limiter: (options) => sharedLimiter(store, limited, options),
    feed<Event>(name: string, options: FeedOptions<Event>) {
      const key = store.namedKey('feed', name)
      const feed = sharedFeed<Event>(
        { store, key, onGap: (listeners) => (gaps += listeners) },
        options,
      )
      feeds.add(feed)
      return feed
    },
    filters: (options) => sharedFilters(store, options),
    cache: (options) => sharedCache(store, cached, options),
    families: (name = 'rpc') => [
      gauge(`${name}_redis_up`, 'Whether calls use Redis', store.isUp ? 1 : 0),
      counter(`${name}_redis_failures_total`, 'Commands without a response', store.failures),
      counter(
        `${name}_redis_limiter_total`,
        'Calls by the shared limiter',
        limited.values('result'),
      ),
      counter(`${name}_redis_cache_total`, 'Calls by the shared cache', cached.values('result')),
      counter(`${name}_redis_feed_gaps_total`, 'Listeners told that events are missing', gaps),
      gauge(
        `${name}_redis_feed_listeners`,
        'Listeners of shared feeds',
        [...feeds].reduce((sum, { size }) => sum + size, 0),
      ),
    ],
    close: () => store.close(),
  }
}

function gauge(name: string, help: string, values: MetricFamily['values']): MetricFamily {
  return { name, type: 'gauge', help, values }
}

function counter(name: string, help: string, values: MetricFamily['values']): MetricFamily {
  return { name, type: 'counter', help, values }
}
