import type { EVM } from '@ethereumjs/evm'
import { errors } from '../api/evm/errors.ts'
import type { Failure } from '../engine/failure.ts'
import type { Machine } from '../engine/machine.ts'

export interface TraceOutcome {
  /** Gas limit and gas used of the transaction. */
  readonly gasLimit: bigint
  readonly gasUsed: bigint
  readonly returned: Uint8Array
  readonly failure: Failure | undefined
}

/** Collects the events of one transaction. */
export interface Tracer {
  /** Called before the run, within its time limit. */
  readonly before?: (machine: Machine) => Promise<void>
  /** Registers listeners on the EVM. The listeners are removed after the run. */
  readonly attach: (events: EVM['events'], machine: Machine) => void
  /** Called after the run, before its changes are reverted. */
  readonly after?: (machine: Machine, outcome: TraceOutcome) => Promise<void>
  /** Called after the changes of the run are reverted. */
  readonly finish: (machine: Machine, outcome: TraceOutcome) => Promise<unknown>
}

/** Estimated number of characters per call, without its data. */
const CALL = 300

/**
 * Runs a transaction with a tracer and a time limit, and reverts the changes of the transaction.
 * Resolves with the trace.
 */
export async function traced(
  machine: Machine,
  { tracer, timeout }: { readonly tracer: Tracer; readonly timeout: number },
  run: () => Promise<TraceOutcome>,
): Promise<unknown> {
  const { state, evm, meter } = machine
  await state.checkpoint()
  let outcome: TraceOutcome
  try {
    evm.events.on('beforeMessage', ({ data }) => {
      meter?.collect(CALL + 2 * data.length)
    })
    meter?.beginTrace(timeout)
    const until = performance.now() + timeout
    await tracer.before?.(machine)
    tracer.attach(evm.events, machine)
    outcome = await run()
    if (performance.now() > until) throw errors.traceTimedOut()
    evm.events.removeAllListeners()
    await tracer.after?.(machine, outcome)
  } finally {
    meter?.beginTrace(Infinity)
    evm.events.removeAllListeners()
    await state.revert()
    await evm.journal.cleanup()
    evm.transientStorage.clear()
  }
  return tracer.finish(machine, outcome)
}
