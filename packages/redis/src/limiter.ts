import { memoryLimiter, type Allowance, type RateLimiter } from '@rpcloom/rpc/server'
import { script } from './command.ts'
import type { Counts } from './counts.ts'
import type { Store } from './store.ts'

/** Options of a shared limiter: `points` per `durationMs` for each key. */
export interface LimiterOptions {
  readonly points: number
  readonly durationMs: number
}

export interface LimiterParts {
  readonly store: Store
  readonly name: string
  readonly outcomes: Counts<LimiterOutcome>
}

export type LimiterOutcome = 'allowed' | 'refused' | 'fallback'

/**
 * The generic cell rate algorithm: the only state of a key is the time at which all its points are available again. Returns the
 * milliseconds to wait; 0 if the call is allowed. A stored time that is no number or too late is corrected.
 */
const TAKE = script(`
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local each, burst, wanted = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local full = tonumber(redis.call('GET', KEYS[1]) or '') or now
if not (full > now) then full = now end
if full > now + burst then full = now + burst end
local after = full + wanted * each
local wait = after - burst - now
if wait > 0 then return math.ceil(wait) end
redis.call('SET', KEYS[1], string.format('%.3f', after), 'PX', math.ceil(after - now) + 1)
return 0`)

export function sharedLimiter(
  { store, name, outcomes }: LimiterParts,
  { points, durationMs }: LimiterOptions,
): RateLimiter {
  const local = memoryLimiter({ points, durationMs })
  const each = String(durationMs / points)
  const take = async (key: string, wanted: number): Promise<Allowance> => {
    const keys = [store.key('limit', name, key)]
    const args = [each, String(durationMs), String(wanted)]
    const reply = await store.call({ script: TAKE, keys, args })
    const retryAfterMs = Number(reply)
    return { allowed: retryAfterMs === 0, retryAfterMs }
  }
  return {
    async take(key, wanted) {
      try {
        const allowance = await take(key, wanted)
        outcomes.add(allowance.allowed ? 'allowed' : 'refused')
        return allowance
      } catch {
        // The store has reported the error.
        outcomes.add('fallback')
        return local.take(key, wanted)
      }
    },
  }
}
