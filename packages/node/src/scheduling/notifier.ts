import { abortable } from '@rpcloom/rpc/internal'
import { Deferred } from './deferred.ts'

/** Wakes all callers that wait for a change. Forgets a caller whose wait is aborted. */
export class Notifier {
  readonly #waiting = new Set<Deferred>()

  /** Resolves at the next call of {@link notify}. Rejects with the reason of the signal if it is aborted before. */
  async wait(signal: AbortSignal): Promise<void> {
    const woken = new Deferred()
    this.#waiting.add(woken)
    try {
      await abortable(() => woken.promise, { signal })
    } finally {
      this.#waiting.delete(woken)
    }
  }

  notify(): void {
    for (const woken of this.#waiting) woken.resolve()
  }
}
