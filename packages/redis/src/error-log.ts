import type { Log } from '@rpcloom/rpc/server'

/** Time in milliseconds after which the same kind of error is logged again. */
const REPEAT_MS = 10 * 60_000

/** Logs each kind of error once in a while, because the same one may come with every command. */
export class ErrorLog {
  readonly #log: Log
  /** Times at which kinds of errors were logged. Kinds are codes of Node.js and Redis, so there are few. */
  readonly #logged = new Map<string, number>()

  constructor(log: Log) {
    this.#log = log
  }

  add(error: unknown): void {
    const { message = '', code } = Object(error) as { readonly message?: string; code?: unknown }
    const kind = typeof code === 'string' ? code : message.replace(/ .*/s, '')
    const now = performance.now()
    if (now < (this.#logged.get(kind) ?? -Infinity) + REPEAT_MS) return
    this.#logged.set(kind, now)
    // Not the error itself: that of ioredis contains the command, and so a password.
    this.#log('error', 'Redis is not available', { reason: message === '' ? kind : message })
  }
}
