/** Aborts when the time is up. Three weeks are no limit, and neither is 0. For pages, where each byte is loaded. */
export function deadline(timeoutMs: number): AbortSignal {
  return AbortSignal.timeout((timeoutMs < 2e9 && timeoutMs) || 2e9)
}
