import type { EVM } from '@ethereumjs/evm'
import type { Failure } from '../engine/failure.ts'
import type { Machine } from '../engine/machine.ts'

/** How the run that was traced ended. */
export interface TraceOutcome {
  /** Gas that the transaction could use, and what it used. */
  readonly gasLimit: bigint
  readonly gasUsed: bigint
  readonly returned: Uint8Array
  readonly failure: Failure | undefined
}

/** Collects what happens while one transaction runs. */
export interface Tracer {
  /** Listens to the EVM; the listeners are removed after the run. */
  readonly attach: (events: EVM['events'], machine: Machine) => void
  /** Called after the run, while the machine still has its state. */
  readonly after?: (machine: Machine) => Promise<void>
  /** The trace; called with the state of before the run. */
  readonly finish: (machine: Machine, outcome: TraceOutcome) => Promise<unknown>
}

/** Characters that tell of a call, without its data. */
const CALL = 300

/** Runs something under a tracer, for some milliseconds at most, and takes it back; resolves with the trace. */
export async function traced(
  machine: Machine,
  { tracer, timeout }: { readonly tracer: Tracer; readonly timeout: number },
  run: () => Promise<TraceOutcome>,
): Promise<unknown> {
  const { state, evm, watch } = machine
  await state.checkpoint()
  let outcome: TraceOutcome
  try {
    evm.events.on('beforeMessage', ({ data }) => {
      watch.collect(CALL + 2 * data.length)
    })
    tracer.attach(evm.events, machine)
    watch.beginTrace(timeout)
    outcome = await run()
    evm.events.removeAllListeners()
    await tracer.after?.(machine)
  } finally {
    watch.beginTrace(Infinity)
    evm.events.removeAllListeners()
    await state.revert()
    await evm.journal.cleanup()
    evm.transientStorage.clear()
  }
  return tracer.finish(machine, outcome)
}
