let limit = 0
let since = 0
let until = 0
let shared: AbortSignal

/**
 * Aborts when the time is up, at most a five-hundredth late: calls with the same limit that begin in the
 * same slice of time share a signal, which costs more than all else that the client does for a call. For
 * programs that make thousands of calls at once; a slice is short, since a platform may keep a listener for
 * each call that a signal had.
 */
export function deadline(timeoutMs: number): AbortSignal {
  // Three weeks are no limit; without one no two calls share, since that signal would never be done with.
  if (!timeoutMs || timeoutMs > 2e9) return new AbortController().signal
  const now = performance.now()
  // Tests put the clock back.
  if (timeoutMs !== limit || now >= until || now < since) {
    limit = timeoutMs
    since = now
    until = now + timeoutMs / 500
    shared = AbortSignal.timeout(Math.ceil(timeoutMs * 1.002))
  }
  return shared
}
