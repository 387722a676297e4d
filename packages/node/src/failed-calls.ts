import type { Log } from '@rpcloom/rpc/server'

/** Errors of the node rather than of the caller: internal, unavailable, and a limit that was exceeded. */
const CODES: readonly unknown[] = [-32_603, -32_002, -32_005]

/** Milliseconds between two warnings about the same method and code. */
const INTERVAL_MS = 10_000

interface Warned {
  readonly at: number
  /** Failures since then. */
  readonly more: number
}

/**
 * Returns a log of calls that warns of calls that fail by a fault of the node: the first of a method and code at once, later ones at
 * most every 10 seconds, with the number of those between. The warnings are as many as methods, whatever callers send.
 */
export function failedCalls(log: Log): Log {
  const warned = new Map<string, Warned>()
  return (level, message, fields = {}) => {
    if (level !== 'debug' || !CODES.includes(fields['code'])) return log(level, message, fields)
    const key = `${String(fields['method'])} ${String(fields['code'])}`
    const { at, more } = warned.get(key) ?? { at: -Infinity, more: 0 }
    const now = performance.now()
    if (now - at < INTERVAL_MS) {
      warned.set(key, { at, more: more + 1 })
      return log(level, message, fields)
    }
    warned.set(key, { at: now, more: 0 })
    log('warn', 'Failed call', { ...fields, ...(more > 0 && { more }) })
  }
}
