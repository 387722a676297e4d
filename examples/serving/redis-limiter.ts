import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { RateLimiter } from '@rpcloom/rpc/server'

/** How long a call waits for Redis, and how long no call asks it after it did not respond. */
const WAIT_MS = 40
const PAUSE_MS = 1000

/**
 * Counts the usage of each caller in Redis, so that several processes share one rate limit:
 * `points` per `seconds`. While Redis does not respond, each process counts by itself.
 */
export function redisLimiter(
  redis: Redis,
  { points, seconds }: { readonly points: number; readonly seconds: number },
): RateLimiter {
  const shared = new RateLimiterRedis({ storeClient: redis, points, duration: seconds })
  const own = new RateLimiterMemory({ points, duration: seconds })
  let silentUntil = 0
  const consume = async (key: string, wanted: number): Promise<unknown> => {
    if (performance.now() < silentUntil) return own.consume(key, wanted)
    try {
      return await responseOf(shared.consume(key, wanted))
    } catch (error) {
      if (error instanceof RateLimiterRes) throw error
      // Without a pause, commands for a server that is down would fill the memory.
      silentUntil = performance.now() + PAUSE_MS
      return own.consume(key, wanted)
    }
  }
  return {
    async take(key, wanted) {
      try {
        await consume(key, wanted)
        return { allowed: true, retryAfterMs: 0 }
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused
        return { allowed: false, retryAfterMs: refused.msBeforeNext }
      }
    },
  }
}

/** Rejects if there is no response in time: a client of Redis waits for a connection without a limit. */
function responseOf<T>(response: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Redis does not respond')), WAIT_MS)
    response.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
