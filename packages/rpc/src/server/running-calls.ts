import { RpcError } from '../errors.ts'
import type { CancellableCalls } from './types.ts'

/** Code of the error of a cancelled call, as in LSP. */
const REQUEST_CANCELLED = -32800

/** Maximum number of cancelled calls to remember for each waiting message: as many as a batch has by default. */
const PER_MESSAGE = 1000
/** Maximum length of the ID of a cancelled call that is remembered. */
const MAX_KEY = 1000

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

  /** Cancels a call, if it has no response yet. `waiting` is the number of messages with calls that have yet to start. */
  cancel(id: unknown, waiting: number): void {
    const key = JSON.stringify(id) ?? ''
    const running = this.#running.get(key)
    if (running) running.abort(cancelled())
    else if (key.length <= MAX_KEY && this.#cancelled.size < waiting * PER_MESSAGE)
      this.#cancelled.add(key)
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
