import { setImmediate as nextRound } from 'node:timers/promises'

/** Maximum time that requests block the event loop, in milliseconds. */
const SLICE_MS = 20

let until = 0
let last: Promise<void> = Promise.resolve()

/**
 * Yields to other requests. Only one caller continues per round of the event loop. If all callers continued, a new
 * request would wait for the time slice of each.
 */
export function turn(): Promise<void> {
  last = last.then(async () => {
    await nextRound()
    until = performance.now() + SLICE_MS
  })
  return last
}

/** Yields like {@link turn} if the current time slice is over; otherwise returns undefined. */
export function turnIfDue(): Promise<void> | undefined {
  return performance.now() < until ? undefined : turn()
}
