import { OverflowError } from '../errors.ts'
import type { EventBuffer } from './types.ts'

/** A queue between a connection, which adds events, and a loop, which reads them at its own pace. */
export interface EventQueue {
  /** Adds an event. `buffer` contains the maximum number of queued events. */
  push(event: unknown, buffer: EventBuffer): void
  /** Ends the queue with an error, which is thrown after the queued events. */
  end(error: unknown): void
  /** Ends the queue without an error. */
  close(): void
  readonly iterator: AsyncIterator<unknown, undefined>
}

type Next = IteratorResult<unknown, undefined>

/** Creates an empty queue. `stop` is called once, when the queue ends. */
export function eventQueue(stop: () => void): EventQueue {
  const waiting: unknown[] = []
  const takers: ((next: Next | Promise<Next>) => void)[] = []
  /** Set when the queue has ended. Contains the error until the error is thrown. */
  let ended: { readonly error?: unknown } | undefined

  const next = async (): Promise<Next> => {
    if (waiting.length > 0) return { done: false, value: waiting.shift() }
    if (!ended) return new Promise((resolve) => takers.push(resolve))
    const end = ended
    // The error is removed, so that it is thrown only once.
    ended = {}
    if ('error' in end) throw end.error
    return { done: true, value: undefined }
  }
  const finish = (end: { readonly error?: unknown }): void => {
    if (ended) return
    ended = end
    // Resolves all waiting readers. The first of them gets the error.
    for (const take of takers.splice(0)) take(next())
    stop()
  }
  return {
    push(event, { size = 1000, overflow = 'fail' }) {
      if (ended) return
      const take = takers.shift()
      if (take) return take({ done: false, value: event })
      waiting.push(event)
      if (waiting.length <= size) return
      if (overflow === 'dropOldest') return void waiting.shift()
      waiting.pop()
      if (overflow === 'fail') finish({ error: new OverflowError(size) })
    },
    end: (error) => finish({ error }),
    close: () => finish({}),
    iterator: {
      next,
      return() {
        waiting.length = 0
        finish({})
        ended = {}
        return next()
      },
    },
  }
}
