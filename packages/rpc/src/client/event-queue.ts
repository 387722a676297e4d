import { OverflowError } from '../errors.ts'
import type { EventBuffer } from './types.ts'

/** Events between the connection, which pushes them, and the loop, which takes them at its own pace. */
export interface EventQueue {
  push(event: unknown): void
  limit(buffer: EventBuffer): void
  /** No event follows: the loop throws the error behind those that wait. */
  end(error: unknown): void
  /** No event follows, and that is no error. */
  close(): void
  readonly iterator: AsyncIterator<unknown, undefined>
}

interface Taker {
  readonly resolve: (result: IteratorResult<unknown, undefined>) => void
  readonly reject: (error: unknown) => void
}

const over: IteratorResult<unknown, undefined> = { done: true, value: undefined }

/** An empty queue; `stop` is called once, when no more events are wanted. */
export function eventQueue(stop: () => void): EventQueue {
  let waiting: unknown[] = []
  let takers: Taker[] = []
  let buffer: EventBuffer = {}
  let state: 'open' | 'closed' | 'failed' = 'open'
  let failure: unknown

  const finish = (next: 'closed' | 'failed', error?: unknown): void => {
    if (state !== 'open') return
    state = next
    failure = error
    // Those who wait are told at once, the first of them of the failure.
    for (const taker of takers.splice(0)) settle(taker)
    stop()
  }
  const settle = ({ resolve, reject }: Taker): void => {
    if (waiting.length > 0) return resolve({ done: false, value: waiting.shift() })
    if (state !== 'failed') return resolve(over)
    state = 'closed'
    reject(failure)
  }
  return {
    push(event) {
      if (state !== 'open') return
      const taker = takers.shift()
      if (taker) return taker.resolve({ done: false, value: event })
      const { size = 1000, overflow = 'fail' } = buffer
      if (waiting.length < size) return void waiting.push(event)
      if (overflow === 'fail') return finish('failed', new OverflowError(size))
      if (overflow === 'dropNewest' || size === 0) return
      waiting.shift()
      waiting.push(event)
    },
    limit: (given) => void (buffer = given),
    end: (error) => finish('failed', error),
    close: () => finish('closed'),
    iterator: {
      next: () =>
        new Promise((resolve, reject) => {
          if (waiting.length > 0 || state !== 'open') settle({ resolve, reject })
          else takers.push({ resolve, reject })
        }),
      return() {
        waiting = []
        takers = takers.slice()
        finish('closed')
        state = 'closed'
        return Promise.resolve(over)
      },
    },
  }
}
