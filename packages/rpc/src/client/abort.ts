import { TimeoutError } from '../errors.ts'

const reasons = new WeakSet<object>()

/** A single listener for all signals, since a signal adds the same listener only once. */
function addReason(this: AbortSignal): void {
  reasons.add(Object(this.reason) as object)
}

/**
 * Remembers the reason with which a signal aborts. Wrappers around the transport do not see the signal, and the
 * reason may be an error of this package.
 */
export function rememberReason(signal: AbortSignal): void {
  if (signal.aborted) addReason.call(signal)
  else signal.addEventListener('abort', addReason)
}

/** Whether an error is the remembered reason of a signal, and thus no failure of the node. */
export function isAbortReason(error: unknown): boolean {
  return reasons.has(Object(error) as object)
}

/** Time limit and abort signal of a wait for a response. */
export interface Deadline {
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number | undefined
}

/** Starts an operation. Rejects with the signal's reason or a `TimeoutError` if either comes before the result. */
export function abortable<T>(start: () => Promise<T>, { signal, timeoutMs }: Deadline): Promise<T> {
  if (!signal && !timeoutMs) return start()
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error)
    const stop = signal && onAbort(signal, () => reject(signal.reason as Error))
    const timer = timeLimit(timeoutMs, () =>
      reject(new TimeoutError(`No response within ${timeoutMs} ms`)),
    )
    start()
      .then(resolve, reject)
      .finally(() => {
        clearTimeout(timer)
        stop?.()
      })
  })
}

/** Maximum delay of a timer on all platforms. A longer time limit is treated as no limit. */
const LONGEST_MS = 2_147_483_647

/**
 * Calls `callback` after `timeoutMs`. Sets no timer for 0, or for a time longer than timers support. Pass the
 * return value to `clearTimeout`.
 */
export function timeLimit(
  timeoutMs: number | undefined,
  callback: () => void,
): ReturnType<typeof setTimeout> | undefined {
  return timeoutMs && timeoutMs <= LONGEST_MS ? setTimeout(callback, timeoutMs) : undefined
}

interface Listener {
  readonly callbacks: Set<() => void>
  readonly tell: () => void
}

const listeners = new WeakMap<AbortSignal, Listener>()

/**
 * Calls `callback` when the signal aborts, unless the returned function was called before. All callbacks of a
 * signal share one listener, because Node warns about a leak above ten listeners.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const { callbacks, tell } = listeners.get(signal) ?? listen(signal)
  callbacks.add(callback)
  return () => {
    callbacks.delete(callback)
    if (callbacks.size > 0) return
    signal.removeEventListener('abort', tell)
    listeners.delete(signal)
  }
}

function listen(signal: AbortSignal): Listener {
  const callbacks = new Set<() => void>()
  const tell = (): void => {
    for (const one of callbacks) one()
  }
  signal.addEventListener('abort', tell, { once: true })
  const listener = { callbacks, tell }
  listeners.set(signal, listener)
  return listener
}
