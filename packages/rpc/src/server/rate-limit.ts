import { RpcError } from '../errors.ts'
import { isThenable } from '../thenable.ts'
import type { Awaitable, Context, Middleware, ServedCall } from './types.ts'

/** The decision of a `RateLimiter`. */
export interface Allowance {
  readonly allowed: boolean
  /** Time until the next call is allowed. */
  readonly retryAfterMs: number
}

/** Store of the counters, in memory or shared by several servers. */
export interface RateLimiter {
  take(key: string, points: number): Awaitable<Allowance>
}

/** Options of `rateLimit`. */
export interface RateLimitOptions {
  readonly limiter: RateLimiter
  /**
   * Returns the key under which a call is counted: the caller's address by default. `undefined` exempts the
   * call from the limit.
   */
  readonly key?: (ctx: Context) => string | undefined
  /** Returns the cost of a call: by default, that of its method in the document (`x-cost`), or else 1. */
  readonly points?: (call: ServedCall) => number
}

/**
 * Rejects calls beyond a limit with error -32005 and the remaining time to wait. Each call of a batch counts.
 */
export function rateLimit({
  limiter,
  key = addressOf,
  points = ({ method }) => method.cost ?? 1,
}: RateLimitOptions): Middleware {
  return (call, next) => {
    const counted = key(call.ctx)
    if (counted === undefined) return next()
    const admit = ({ allowed, retryAfterMs }: Allowance): unknown => {
      if (allowed) return next()
      throw new RpcError(-32005, 'Rate limit exceeded', { data: { retryAfterMs } })
    }
    const allowance = limiter.take(counted, points(call))
    return isThenable(allowance) ? allowance.then(admit) : admit(allowance)
  }
}

function addressOf({ remote }: Context): string | undefined {
  return remote
}

interface Bucket {
  points: number
  at: number
}

const MAX_KEYS = 100_000

/**
 * Returns an in-memory store of token buckets for a single process. A bucket holds `points` and is refilled
 * evenly over `durationMs`.
 */
export function memoryLimiter(
  { points, durationMs }: { readonly points: number; readonly durationMs: number },
  now: () => number = () => performance.now(),
): RateLimiter {
  const buckets = new Map<string, Bucket>()
  const perMs = points / durationMs
  return {
    take(key, wanted) {
      const at = now()
      const before = buckets.get(key) ?? { points, at }
      const filled = Math.min(points, before.points + (at - before.at) * perMs)
      const allowed = filled >= wanted
      // Inserts the bucket as the latest entry. The loop removes the oldest entries if their buckets are
      // full again, or if there are too many entries.
      buckets.delete(key)
      buckets.set(key, { points: allowed ? filled - wanted : filled, at })
      for (const [oldest, bucket] of buckets) {
        if (buckets.size <= MAX_KEYS && bucket.at + durationMs > at) break
        buckets.delete(oldest)
      }
      return { allowed, retryAfterMs: allowed ? 0 : Math.ceil((wanted - filled) / perMs) }
    },
  }
}
