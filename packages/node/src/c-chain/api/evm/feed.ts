import { errors } from './errors.ts'

/** Maximum number of values in the queue, enough for the logs of a large block. */
const MOST = 50_000

/**
 * An asynchronous queue of values for one reader. The queue ends when its signal is aborted, and
 * throws when the reader is too slow.
 */
export async function* feed<T>(
  listen: (push: (value: T) => void) => () => void,
  signal: AbortSignal,
  most: number = MOST,
): AsyncGenerator<T, void> {
  let waiting: T[] = []
  let wake: (() => void) | undefined
  let isBehind = false
  const stop = listen((value) => {
    if (waiting.length < most) waiting.push(value)
    else {
      isBehind = true
      waiting = []
      stop()
    }
    wake?.()
  })
  const aborted = (): void => wake?.()
  signal.addEventListener('abort', aborted)
  try {
    while (!signal.aborted) {
      if (isBehind) throw errors.limitExceeded(undefined, 'subscription queue overflow')
      const next = waiting.shift()
      if (next !== undefined) yield next
      else await new Promise<void>((resolve) => (wake = resolve))
    }
  } finally {
    stop()
    signal.removeEventListener('abort', aborted)
  }
}
