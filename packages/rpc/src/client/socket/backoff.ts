/** Options for reconnecting after the connection was lost. */
export interface ReconnectOptions {
  /** Number of consecutive attempts before the subscriptions fail: 10 by default, 0 to disable reconnecting. */
  readonly attempts?: number
  /**
   * Maximum delay before the first attempt in milliseconds: 250 by default. It doubles with each further
   * attempt.
   */
  readonly baseMs?: number
  /** Maximum delay in milliseconds: 30 seconds by default. */
  readonly maxMs?: number
  /** Returns a number between 0 and 1; `Math.random` by default. */
  readonly random?: () => number
}

/** Duration after which an open connection resets the number of attempts. */
const STABLE_MS = 5000

/** Counts attempts to reconnect, and computes the delay before each attempt. */
export class Backoff {
  readonly #options: ReconnectOptions
  #attempt = 0

  constructor(options: ReconnectOptions = {}) {
    this.#options = options
  }

  recordLifetime(ms: number): void {
    if (ms >= STABLE_MS) this.#attempt = 0
  }

  /** Returns the next attempt and the delay before it; undefined if no attempt is left. */
  next(): { readonly attempt: number; readonly waitMs: number } | undefined {
    const { attempts = 10, baseMs = 250, maxMs = 30_000, random = Math.random } = this.#options
    if (this.#attempt >= attempts) return undefined
    // The delay is random, so that clients of the same server do not reconnect at the same time.
    const longest = Math.min(maxMs, baseMs * 2 ** this.#attempt)
    this.#attempt++
    return { attempt: this.#attempt, waitMs: longest * (0.5 + random() / 2) }
  }
}
