import { onAbort } from './on-abort.ts'
import { timeLimit } from './time-limit.ts'
import { TimeoutError } from '../errors.ts'

/** What may end a wait before the answer is there. */
export interface Deadline {
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number | undefined
}

/** The promise, or the signal's reason or a `TimeoutError` where that comes first. */
export function abortable<T>(promise: Promise<T>, { signal, timeoutMs }: Deadline): Promise<T> {
  if (!signal && !timeoutMs) return promise
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error)
    const stop = signal && onAbort(signal, () => reject(signal.reason as Error))
    const timer = timeLimit(timeoutMs, () =>
      reject(new TimeoutError(`No answer within ${timeoutMs} ms`)),
    )
    promise.then(resolve, reject).finally(() => {
      clearTimeout(timer)
      stop?.()
    })
  })
}
