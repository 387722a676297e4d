import { onAbort } from './on-abort.ts'
import { timeLimit } from './time-limit.ts'
import { TimeoutError } from '../errors.ts'

/** Limits of a wait for a response. */
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
