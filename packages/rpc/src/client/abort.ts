import { TimeoutError } from '../errors.ts'
import type { EventSink } from './types.ts'

const abortReasons = new WeakSet<object>()

/** Listener shared by all signals, so that recording a signal again does not add a second listener. */
function addReason(this: AbortSignal): void {
  abortReasons.add(Object(this.reason) as object)
}

/**
 * Records the reason of a signal when the signal aborts. Transports that do not know the signal would
 * otherwise mistake a reason of type `TransportError` for a failure of the server.
 */
export function recordReason(signal: AbortSignal): void {
  if (signal.aborted) addReason.call(signal)
  else signal.addEventListener('abort', addReason)
}

/** Whether a recorded signal was aborted with this error. */
export function isAbortReason(error: unknown): boolean {
  return abortReasons.has(Object(error) as object)
}

/** The abort signal and time limit of an operation. */
export interface Deadline {
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number | undefined
}

/** Starts an operation. Rejects if the signal aborts or the time limit expires before the operation ends. */
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

/** Maximum delay in milliseconds that timers of all platforms support. Timers with a longer delay fire at once. */
export const LONGEST_MS = 2_147_483_647

/** Resolves after a time. Rejects with the reason of the signal if it aborts before. */
export function delay(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}

/** Calls `callback` after `timeoutMs`. 0, or a delay that timers do not support, sets no timer. */
export function timeLimit(
  timeoutMs: number | undefined,
  callback: () => void,
): ReturnType<typeof setTimeout> | undefined {
  return timeoutMs && timeoutMs <= LONGEST_MS ? setTimeout(callback, timeoutMs) : undefined
}

/** Allows the process to exit while the timer is pending. Only timers of Node keep a process alive. */
export function unreference(timer: number | { readonly unref: () => unknown }): void {
  if (typeof timer === 'object') timer.unref()
}

/** Calls `drop` when a subscription has ended. The signal of its call ends it, with the reason of the signal. */
export function onEnd(sink: EventSink, signal: AbortSignal | undefined, drop: () => void): void {
  const stop = signal && onAbort(signal, () => sink.end(signal.reason))
  const ended = (): void => {
    stop?.()
    drop()
  }
  sink.stop.addEventListener('abort', ended, { once: true })
}

interface Listener {
  readonly callbacks: Set<() => void>
  readonly notify: () => void
}

const listeners = new WeakMap<AbortSignal, Listener>()

/**
 * Calls `callback` when the signal aborts. Returns a function that removes the callback. All callbacks of a
 * signal share one listener, because Node warns about a leak above ten listeners.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const { callbacks, notify } = listeners.get(signal) ?? listen(signal)
  callbacks.add(callback)
  return () => {
    callbacks.delete(callback)
    if (callbacks.size > 0) return
    signal.removeEventListener('abort', notify)
    listeners.delete(signal)
  }
}

function listen(signal: AbortSignal): Listener {
  const callbacks = new Set<() => void>()
  const notify = (): void => {
    for (const one of callbacks) one()
  }
  signal.addEventListener('abort', notify, { once: true })
  const listener = { callbacks, notify }
  listeners.set(signal, listener)
  return listener
}
