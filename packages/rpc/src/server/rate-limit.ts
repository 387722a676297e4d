import { RpcError } from '../errors.ts'
import { isThenable } from './call.ts'
import type { Awaitable, Context, Middleware, ServedCall } from './types.ts'

/** What a store says to a call. */
export interface Allowance {
  readonly allowed: boolean
  /** When it is worth asking again. */
  readonly retryAfterMs: number
}

/** Where the counts are kept: in memory, or in a store that several servers share. */
export interface RateLimiter {
  take(key: string, points: number): Awaitable<Allowance>
}

export interface RateLimitOptions {
  readonly limiter: RateLimiter
  /** Who is counted; the caller's address unless given, `undefined` for nobody. */
  readonly key?: (ctx: Context) => string | undefined
  /** What a call costs; 1 unless given. */
  readonly points?: (call: ServedCall) => number
}

/** Refuses calls beyond a limit with -32005 and the time to wait; each call of a batch counts. */
export function rateLimit({
  limiter,
  key = addressOf,
  points = () => 1,
}: RateLimitOptions): Middleware {
  return (call, next) => {
    const counted = key(call.ctx)
    if (counted === undefined) return next()
    const admit = ({ allowed, retryAfterMs }: Allowance): unknown => {
      if (allowed) return next()
      throw new RpcError(-32005, 'Too many calls', { data: { retryAfterMs } })
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

/** Buckets in memory: `points` at once, filled again evenly over `durationMs`. For one process. */
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
      // The oldest come first, and a full bucket need not be kept.
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
