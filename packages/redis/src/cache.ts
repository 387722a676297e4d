import { decode, encode, isLong, parseLossless } from '@rpcloom/rpc/internal'
import { stringify } from '@rpcloom/rpc'
import { memoryLimiter, type Middleware, type ServedCall } from '@rpcloom/rpc/server'
import type { Counts } from './counts.ts'
import type { Store } from './store.ts'
import { limited } from './time-limit.ts'

/**
 * How long a result holds. `final`: it never changes once it is there, as that of a block by its hash. `latest`: it holds for one
 * position.
 */
export type Validity = 'final' | 'latest'

/** Options of a shared cache. */
export interface CacheOptions {
  /** Returns how long the result of a call holds; undefined for calls that are not cached. */
  readonly validity: (call: ServedCall) => Validity | undefined
  /** Returns the position of the state that this process serves. It never falls. */
  readonly position: () => number | bigint
  /** Maximum length of a cached result in JSON: 256 kB by default. */
  readonly maxLength?: number
}

/** Maximum time in milliseconds that a call waits for the result of an equal one. */
const JOIN_MS = 5000

export type CacheOutcome = 'hit' | 'miss' | 'fallback'

/** Times in milliseconds for which results are kept. */
const KEEP_MS: Readonly<Record<Validity, number>> = { final: 3_600_000, latest: 60_000 }
/** Maximum length of the results that a process stores while the first one is kept, and once more at the beginning. */
const STORED = 64 * 1024 * 1024

/**
 * Middleware that keeps results in Redis for all processes. A cached result is never newer than the position of this process, so
 * a response header with that position holds for it as well. Equal calls at the same time run once. Errors, empty results and those of
 * calls with credentials are never cached. Results may depend on the params and the path only, and need a handler of their method. Calls with long params run.
 */
export function sharedCache(
  store: Store,
  outcomes: Counts<CacheOutcome>,
  { validity, position, maxLength = 256 * 1024 }: CacheOptions,
): Middleware {
  const running = new Map<string, Promise<unknown>>()
  // Callers may vary params at will, so the time alone does not limit what is stored.
  const limits = {
    final: memoryLimiter({ points: STORED, durationMs: KEEP_MS.final }),
    latest: memoryLimiter({ points: STORED, durationMs: KEEP_MS.latest }),
  }

  const found = async (key: string, { method }: ServedCall): Promise<unknown> => {
    const text = await store.call(['GET', key])
    const cached = cachedOf(String(text))
    if (cached === undefined || cached.position > BigInt(position())) return undefined
    return decode(method.result, cached.result)
  }
  const keep = async (key: string, at: bigint, { kind, call, result }: Kept): Promise<void> => {
    // A long result would be serialized without a pause, and once more for the response.
    if (result === undefined || result === null || isLong(result)) return
    const text = textOfResult(call, result)
    if (text === undefined || text.length > maxLength) return
    if (!(await limits[kind].take('', text.length)).allowed) return
    await store.background(['SET', key, `${at} ${text}`, 'PX', String(KEEP_MS[kind])])
  }
  const computed = async (key: string, kept: Omit<Kept, 'result'>, next: () => unknown) => {
    const before = BigInt(position())
    const result = await next()
    const at = BigInt(position())
    // A result of which the position is not known could be newer than its key says.
    if (kept.kind === 'final' || at === before) {
      // The caller does not wait. If it fails, the next call tries it again.
      keep(key, at, { ...kept, result }).catch(() => {})
    }
    return result
  }
  const run = async (key: string, kept: Omit<Kept, 'result'>, next: () => unknown) => {
    try {
      const result = await found(key, kept.call)
      outcomes.add(result === undefined ? 'miss' : 'hit')
      if (result !== undefined) return result
    } catch {
      // Redis is not available, or what it has is malformed.
      outcomes.add('fallback')
      return next()
    }
    return computed(key, kept, next)
  }

  return (call, next) => {
    const kind = validity(call)
    // The result of a call with credentials may be for its caller only.
    const isPersonal = call.method.auth !== undefined || call.ctx.auth !== undefined
    if (kind === undefined || isPersonal || !call.isImplemented || isLong(call.params))
      return next()
    const at = kind === 'latest' ? String(position()) : ''
    const key = store.key('cache', textOf(call, at))
    const other = running.get(key)
    // The error of another call may be due to its caller.
    if (other !== undefined) return limited(other, JOIN_MS).catch(() => next())
    const result = run(key, { kind, call }, next).finally(() => running.delete(key))
    running.set(key, result)
    return result
  }
}

interface Kept {
  readonly kind: Validity
  readonly call: ServedCall
  readonly result: unknown
}

/** Returns the JSON of a result; undefined if it is invalid, which the response to the call reports. */
function textOfResult({ method }: ServedCall, result: unknown): string | undefined {
  try {
    return stringify(encode(method.result, result))
  } catch {
    return undefined
  }
}

interface Cached {
  readonly position: bigint
  readonly result: unknown
}

/** Reads a cached result. A malformed one is treated as none. */
function cachedOf(text: string): Cached | undefined {
  const [, position, result] = /^(\d{1,19}) ([^]*)$/.exec(text) ?? []
  if (position === undefined || result === undefined) return undefined
  try {
    return { position: BigInt(position), result: parseLossless(result) }
  } catch {
    return undefined
  }
}

/** Returns a text that is the same for calls with the same result. */
function textOf({ group, method, params, ctx }: ServedCall, position: string): string {
  return stringify([group.key, ctx.at, method.name, position, sorted(params)])
}

/** Returns a value with the members of its objects in the order of their names. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([name, member]) => [name, sorted(member)]))
}
