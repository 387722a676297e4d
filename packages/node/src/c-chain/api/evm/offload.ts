import type { CChain, RemoteCaller } from '../../chain/c-chain.ts'
import { nextHeader } from '../../chain/next-header.ts'
import { inlineLimits, Meter } from '../../engine/meter.ts'
import type { Head } from '../../workers/job.ts'
import type { Execution } from './execution.ts'
import { endedError, pauseFor, withinTime, type TimeReason } from './limited.ts'
import type { RpcParts } from './parts.ts'
import { isReported } from './printing.ts'

type Implementation = (execution: Execution, params: never) => Promise<unknown>

type Handlers<M extends Readonly<Record<string, Implementation>>> = {
  readonly [K in keyof M]: (params: Parameters<M[K]>[1], ctx: RemoteCaller) => ReturnType<M[K]>
}

/**
 * Returns handlers that run methods in the main thread up to a limit of their work. A request that exceeds the limit runs
 * again in a worker, from the start. `reason` is the error reason for the time limit.
 */
export function offloading<M extends Readonly<Record<string, Implementation>>>(
  parts: RpcParts,
  methods: M,
  reason: (method: keyof M) => TimeReason = () => 'requestTimedOut',
): Handlers<M> {
  const entries = Object.entries(methods).map(([method, run]) => [
    method,
    async (params: never, ctx: RemoteCaller) => {
      await pauseFor(ctx)
      const inMain = inline(parts, method, (execution) => run(execution, params))
      const result = await withinTime(parts.chain, reason(method), inMain)
      return result === EXCEEDED
        ? inWorker(parts, { method, params, reason: reason(method) }, ctx)
        : result
    },
  ])
  // Safe cast: each handler has the params and the result of its method.
  return Object.fromEntries(entries) as Handlers<M>
}

const EXCEEDED = Symbol('exceeded')

async function inline<T>(
  { chain, limits }: RpcParts,
  method: string,
  run: (execution: Execution) => Promise<T>,
): Promise<T | typeof EXCEEDED> {
  const meter = new Meter(inlineLimits)
  const printed = chain.print && []
  const execution = { vm: chain.vm, limits, meter, printed, next: () => nextHeader(chain) }
  // Check the meter before the outcome: a run that the meter stopped fails or ends early.
  const [outcome] = await Promise.allSettled([run(execution)])
  if (meter.exceeded !== undefined) return EXCEEDED
  if (printed && isReported(method, outcome.status === 'rejected')) chain.print?.(printed)
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}

interface Call {
  readonly method: string
  readonly params: unknown
  readonly reason: TimeReason
}

/** Runs a method in a worker. */
export function inWorker(
  { chain, limits }: RpcParts,
  { method, params, reason }: Call,
  { signal, remote }: RemoteCaller,
): Promise<unknown> {
  const { vm, workers, callTimeout, print } = chain
  const prints = print !== undefined
  return workers.run({
    job: () => ({ kind: 'method', method, params, limits, head: headOf(chain), prints }),
    print,
    reader: vm.engine.reader,
    milliseconds: callTimeout,
    signal,
    client: remote ?? '',
    failure: (why) => endedError(why, chain, reason),
  })
}

function headOf(chain: CChain): Head {
  const { vm } = chain
  return {
    tip: vm.tip.hash,
    oldestState: vm.oldestState,
    next: nextHeader(chain),
    altered: vm.engine.altered,
    cacheId: vm.engine.cacheId,
  }
}
