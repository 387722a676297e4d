import type { Machine } from '../engine/machine.ts'
import { errors } from './errors.ts'

/** How long work on a machine may take, and the error of the document once it took longer. */
export interface TimeLimit {
  readonly milliseconds: number
  readonly reason: 'executionAborted' | 'requestTimedOut' | 'traceTimedOut'
}

/** Waits for work on a machine, unless it takes too long or collects too much. */
export async function limited<T>(
  { watch }: Machine,
  { milliseconds, reason }: TimeLimit,
  work: () => Promise<T>,
): Promise<T> {
  watch.begin(milliseconds)
  // A run that was stopped fails or ends early; neither is what was asked for.
  const [outcome] = await Promise.allSettled([work()])
  if (watch.stopped === 'size') throw errors.responseTooLarge()
  if (watch.stopped === 'trace time') throw errors.traceTimedOut()
  if (watch.stopped === 'time')
    throw reason === 'executionAborted'
      ? errors.executionAborted(
          undefined,
          `execution aborted (timeout = ${Math.ceil(milliseconds / 1000)}s)`,
        )
      : errors[reason]()
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
