import { OverflowError } from '../errors.ts'
import type { EventBuffer } from './types.ts'

/** A queue between the connection, which pushes events, and the loop that reads them at its own pace. */
export interface EventQueue {
  push(event: unknown): void
  limit(buffer: EventBuffer): void
  /** Ends the queue with an error, which is thrown after the queued events. */
  end(error: unknown): void
  /** Ends the queue without an error. */
  close(): void
  readonly iterator: AsyncIterator<unknown, undefined>
}

type Next = IteratorResult<unknown, undefined>

const over = (): Promise<Next> => Promise.resolve({ done: true, value: undefined })

/** Creates an empty queue. `stop` is called once, when the queue ends. */
export function eventQueue(stop: () => void): EventQueue {
  const waiting: unknown[] = []
  const takers: ((next: Next | Promise<Next>) => void)[] = []
  let buffer: EventBuffer = {}
  /** Returns the result that follows the queued events; undefined until the queue has ended. */
  let last: (() => Promise<Next>) | undefined

  const next = (): Promise<Next> => {
    if (waiting.length > 0) return Promise.resolve({ done: false, value: waiting.shift() })
    if (!last) return new Promise((resolve) => takers.push(resolve))
    const end = last
    // An error is thrown only once.
    last = over
    return end()
  }
  const finish = (end: () => Promise<Next>): void => {
    if (last) return
    last = end
    // Readers that are waiting resolve at once; the first of them gets the error.
    for (const take of takers.splice(0)) take(next())
    stop()
  }
  const fail = (error: unknown): void => finish(() => Promise.reject(error))
  return {
    push(event) {
      if (last) return
      const take = takers.shift()
      if (take) return take({ done: false, value: event })
      const { size = 1000, overflow = 'fail' } = buffer
      if (waiting.length < size) return void waiting.push(event)
      if (overflow === 'fail') return fail(new OverflowError(size))
      if (overflow === 'dropNewest' || size === 0) return
      waiting.shift()
      waiting.push(event)
    },
    limit: (given) => void (buffer = given),
    end: fail,
    close: () => finish(over),
    iterator: {
      next,
      return() {
        waiting.length = 0
        finish(over)
        last = over
        return over()
      },
    },
  }
}
