import type { EvmBlock } from '../../chain/block.ts'
import type { CChain } from '../../chain/c-chain.ts'
import type { Machine } from '../../engine/machine.ts'
import type { Stopped, WatchLimits } from '../../engine/watch.ts'
import { MAX_BYTES } from '../../engine/frames.ts'
import { turnIfDue } from '../../../scheduling/turn.ts'
import { replayOf, type Replay } from '../../trace/replay.ts'
import { errors } from './errors.ts'

/**
 * The limits of a call. `reason` is the error reason that is reported if the limit is exceeded.
 */
export interface TimeLimit extends WatchLimits {
  readonly reason: 'executionAborted' | 'requestTimedOut' | 'traceTimedOut'
}

/**
 * Runs work on a machine. Throws if the work exceeds the time limit or collects too many characters
 * for a response.
 */
export async function limited<T>(
  { watch }: Machine,
  limit: TimeLimit,
  work: () => Promise<T>,
): Promise<T> {
  // A call may have waited for the machine until its caller left.
  if (limit.signal?.aborted === true) throw callerLeft()
  watch.begin(limit)
  // Check the watch before the outcome: a run that the watch stopped fails or ends early, so its
  // outcome is invalid.
  const [outcome] = await Promise.allSettled([work()])
  const { stopped } = watch
  watch.end()
  if (stopped !== undefined) throw stoppedError(stopped, limit)
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}

function stoppedError(stopped: Stopped, { milliseconds, reason }: TimeLimit): Error {
  switch (stopped) {
    case 'size':
      return errors.responseTooLarge()
    case 'trace time':
      return errors.traceTimedOut()
    case 'memory':
      return aborted(`memory limit = ${MAX_BYTES / 1_000_000} MB`)
    case 'caller left':
      return callerLeft()
    case 'time':
      return reason === 'executionAborted'
        ? aborted(`timeout = ${Math.ceil(milliseconds / 1000)}s`)
        : errors[reason]()
    default:
      return stopped satisfies never
  }
}

function callerLeft(): Error {
  return aborted('the caller has left')
}

function aborted(why: string): Error {
  return errors.executionAborted(undefined, `execution aborted (${why})`)
}

/** Runs work on the state before a block, within the time limit of a request. */
export async function replaying<T>(
  chain: CChain,
  block: EvmBlock,
  work: (replay: Replay) => Promise<T>,
): Promise<T> {
  const replay = await replayOf(chain, block)
  return limited(replay.machine, requestLimit(chain), () => work(replay))
}

/** Returns the limits of a request that is not a call or a trace. */
export function requestLimit({ callTimeout, signal }: CChain): TimeLimit {
  return { milliseconds: callTimeout, signal, reason: 'requestTimedOut' }
}

/** Lets other requests run during a long read. Throws an API error if the caller has left. */
export async function pauseFor({ signal }: CChain): Promise<void> {
  const pause = turnIfDue()
  if (pause !== undefined) await pause
  if (signal?.aborted === true) throw callerLeft()
}
