import type { Redis } from 'ioredis'
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { RateLimiter } from '@rpcloom/rpc/server'

/**
 * Counts the usage of each caller in Redis, so that several processes share one rate limit:
 * `points` per `seconds`.
 */
export function redisLimiter(
  redis: Redis,
  { points, seconds }: { readonly points: number; readonly seconds: number },
): RateLimiter {
  const store = new RateLimiterRedis({ storeClient: redis, points, duration: seconds })
  return {
    async take(key, wanted) {
      try {
        await store.consume(key, wanted)
        return { allowed: true, retryAfterMs: 0 }
      } catch (refused) {
        // Any other error means that Redis could not be reached, which is not the caller's fault.
        if (!(refused instanceof RateLimiterRes)) throw refused
        return { allowed: false, retryAfterMs: refused.msBeforeNext }
      }
    },
  }
}
