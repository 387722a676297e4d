import { RpcError } from '../errors.ts'
import type { CancellableCalls } from './types.ts'

/** Code of the error of a cancelled call, as in LSP. */
const REQUEST_CANCELLED = -32800

/** Maximum number of cancelled calls to remember. */
const MAX_CANCELLED = 10_000
/** Maximum length of the ID of a cancelled call that is remembered. */
const MAX_KEY = 100

/** A call whose signal can abort. */
interface Cancellable {
  abort(reason: unknown): void
}

/** The calls of a connection that may be cancelled, by their IDs as JSON. */
export class RunningCalls implements CancellableCalls {
  readonly #running = new Map<string, Cancellable>()
  /** Calls that were cancelled while they waited. */
  readonly #cancelled = new Set<string>()

  add(id: string, call: Cancellable): boolean {
    if (this.#cancelled.delete(id)) return false
    this.#running.set(id, call)
    return true
  }

  delete(id: string, call: Cancellable): void {
    if (this.#running.get(id) === call) this.#running.delete(id)
  }

  /** Cancels a call, if it has no response yet. `mayStart` says whether it may be a call that has yet to start. */
  cancel(id: string | undefined, mayStart: boolean): void {
    if (id === undefined) return
    const running = this.#running.get(id)
    if (running) running.abort(cancelled())
    else if (mayStart && id.length <= MAX_KEY && this.#cancelled.size < MAX_CANCELLED)
      this.#cancelled.add(id)
  }

  /** Called when no call has yet to start. Cancellations of unknown calls are forgotten. */
  forgetCancelled(): void {
    this.#cancelled.clear()
  }
}

/**
 * Reason with which the signal of a cancelled call aborts. A handler that throws it, as `fetch` and `throwIfAborted` do,
 * responds with the error.
 */
export function cancelled(): RpcError {
  return new RpcError(REQUEST_CANCELLED, 'Request cancelled')
}
