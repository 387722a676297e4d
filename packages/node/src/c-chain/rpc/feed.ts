/** An asynchronous queue of values for one reader. Ends when its signal is aborted. */
export async function* feed<T>(
  listen: (push: (value: T) => void) => () => void,
  signal: AbortSignal,
): AsyncGenerator<T, void> {
  const waiting: T[] = []
  let wake: (() => void) | undefined
  const stop = listen((value) => {
    waiting.push(value)
    wake?.()
  })
  const aborted = (): void => wake?.()
  signal.addEventListener('abort', aborted)
  try {
    while (!signal.aborted) {
      const next = waiting.shift()
      if (next !== undefined) yield next
      else await new Promise<void>((resolve) => (wake = resolve))
    }
  } finally {
    stop()
    signal.removeEventListener('abort', aborted)
  }
}
