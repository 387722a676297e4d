/** How to go on after a connection broke. */
export interface ReconnectOptions {
  /** Attempts in a row before the subscriptions fail: 10 unless given, 0 for none. */
  readonly attempts?: number
  /** Longest wait before the first of them; it doubles from one to the next. 250 unless given. */
  readonly baseMs?: number
  /** Longest wait of all: 30 seconds unless given. */
  readonly maxMs?: number
  /** Between 0 and 1; `Math.random` unless given. */
  readonly random?: () => number
}

/** A connection that lived this long was a good one: the count of attempts begins anew. */
const GOOD_MS = 5000

/** Counts attempts, and says how long to wait before each. */
export class Backoff {
  readonly #options: ReconnectOptions
  #attempt = 0

  constructor(options: ReconnectOptions = {}) {
    this.#options = options
  }

  /** Tells of a connection that ended. */
  lived(ms: number): void {
    if (ms >= GOOD_MS) this.#attempt = 0
  }

  /** The next attempt; undefined where there is none left. */
  next(): { readonly attempt: number; readonly waitMs: number } | undefined {
    const { attempts = 10, baseMs = 250, maxMs = 30_000, random = Math.random } = this.#options
    if (this.#attempt >= attempts) return undefined
    // Never less than half: those who lost the same node do not come back all at once, nor in a rush.
    const longest = Math.min(maxMs, baseMs * 2 ** this.#attempt)
    this.#attempt++
    return { attempt: this.#attempt, waitMs: longest * (0.5 + random() / 2) }
  }
}
