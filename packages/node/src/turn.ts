import { setImmediate as nextRound } from 'node:timers/promises'

/** How long this process works on requests before the event loop has its turn, in milliseconds. */
const SLICE_MS = 20

let until = 0
let last: Promise<void> = Promise.resolve()

/**
 * Lets other requests have their turn. Of all work that waits here, one piece goes on per round of the event loop:
 * otherwise another client would wait for a slice of each.
 */
export function turn(): Promise<void> {
  last = last.then(async () => {
    await nextRound()
    until = performance.now() + SLICE_MS
  })
  return last
}

/** Waits like {@link turn} once the time of this round is over; undefined before. */
export function turnIfDue(): Promise<void> | undefined {
  return performance.now() < until ? undefined : turn()
}
