import { RpcError } from '@native-node/server'
import type { CChain } from '../../chain/c-chain.ts'
import { workerLimits, type Exceeded } from '../../engine/meter.ts'
import { turnIfDue } from '../../../scheduling/turn.ts'
import type { Ended } from '../../workers/thread.ts'
import { errors } from './errors.ts'

/** Error reasons for the time limit of a request. */
export type TimeReason = 'executionAborted' | 'requestTimedOut' | 'traceTimedOut'

/** Returns the error of a request that exceeded a limit in a worker. */
export function exceededError(exceeded: Exceeded): Error {
  switch (exceeded) {
    case 'characters':
      return errors.responseTooLarge()
    case 'memory':
    case 'work':
      return aborted(`memory limit = ${workerLimits.memory / 1_000_000} MB`)
    default:
      return exceeded satisfies never
  }
}

/** Returns the error of a request whose job in a worker ended without a result. */
export function endedError(why: Ended, { callTimeout }: CChain, reason: TimeReason): Error {
  switch (why) {
    case 'time':
      return reason === 'executionAborted'
        ? aborted(`timeout = ${Math.ceil(callTimeout / 1000)}s`)
        : errors[reason]()
    case 'trace time':
      return errors.traceTimedOut()
    case 'memory':
      return exceededError('memory')
    case 'caller left':
      return callerLeft()
    case 'busy':
      return new RpcError(-32_005, 'Too many calls at once')
    case 'closed':
      return aborted('the node stops')
    default:
      return why satisfies never
  }
}

function callerLeft(): Error {
  return aborted('the caller has left')
}

function aborted(why: string): Error {
  return errors.executionAborted(undefined, `execution aborted (${why})`)
}

/** A caller whose request ends after the time limit for calls. */
export interface LimitedCaller {
  /** Lets other requests run. Throws an API error if the caller has left or the time is over. */
  readonly pause: () => Promise<void>
}

export function limitedCaller(chain: CChain, caller: Pick<CChain, 'signal'>): LimitedCaller {
  const until = performance.now() + chain.callTimeout
  return {
    async pause() {
      await pauseFor(caller)
      if (performance.now() > until) throw endedError('time', chain, 'requestTimedOut')
    },
  }
}

/** Rejects with an API error if `work` takes longer than the time limit for calls; it then ends by itself. */
export async function withinTime<T>(
  chain: CChain,
  reason: TimeReason,
  work: Promise<T>,
): Promise<T> {
  const until = performance.now() + chain.callTimeout
  const timedOut = (): Error => endedError('time', chain, reason)
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(timedOut()), chain.callTimeout)
  })
  try {
    const result = await Promise.race([work, over])
    // Work that does not yield to the event loop ends before the timer can ring.
    if (performance.now() > until) throw timedOut()
    return result
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Lets other requests run if the time slice is over. Throws an API error if the caller has left by then. Reads the signal
 * only after a pause, because it is created when it is read, and most requests end within a slice.
 */
export async function pauseFor(caller: Pick<CChain, 'signal'>): Promise<void> {
  const pause = turnIfDue()
  if (pause === undefined) return
  await pause
  if (caller.signal?.aborted === true) throw callerLeft()
}
