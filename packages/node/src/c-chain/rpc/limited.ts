import type { EvmBlock } from '../chain/block.ts'
import type { CChain } from '../chain/c-chain.ts'
import type { Machine } from '../engine/machine.ts'
import { replayOf, type Replay } from '../trace/replay.ts'
import { errors } from './errors.ts'

/**
 * The time limit of a call. `reason` is the error reason that is reported if the limit is exceeded.
 */
export interface TimeLimit {
  readonly milliseconds: number
  readonly reason: 'executionAborted' | 'requestTimedOut' | 'traceTimedOut'
}

/**
 * Runs work on a machine. Throws if the work exceeds the time limit or collects too many characters
 * for a response.
 */
export async function limited<T>(
  { watch }: Machine,
  { milliseconds, reason }: TimeLimit,
  work: () => Promise<T>,
): Promise<T> {
  watch.begin(milliseconds)
  // Check the watch before the outcome: a run that the watch stopped fails or ends early, so its
  // outcome is invalid.
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

/** Runs work on the state before a block, within the time limit of a request. */
export async function replaying<T>(
  chain: CChain,
  block: EvmBlock,
  work: (replay: Replay) => Promise<T>,
): Promise<T> {
  const replay = await replayOf(chain, block)
  const limit = { milliseconds: chain.callTimeout, reason: 'requestTimedOut' } as const
  return limited(replay.machine, limit, () => work(replay))
}
