import type { ExecuteTx } from '../chain/block-run.ts'
import { executeTx } from '../engine/executor.ts'
import { blockTxLimits, Meter } from '../engine/meter.ts'
import { bytesOf, hexOf } from '../hex.ts'
import type { Reader } from '../../store/store.ts'
import type { Job, TxResult } from './job.ts'
import type { WorkerPool } from './pool.ts'
import type { Ended } from './thread.ts'

/**
 * Returns a function that executes transactions of new blocks in the main thread up to a limit of their work. A
 * transaction that exceeds the limit runs again in a worker, so that other requests can run.
 */
export function offloadedTx(workers: Pick<WorkerPool, 'run'>): ExecuteTx {
  return async (machine, { header, gasUsed, bytes, tx, prints }) => {
    const { state, db } = machine
    const meter = new Meter(blockTxLimits)
    await state.checkpoint()
    machine.meter = meter
    const outcome = await executeTx(machine, { tx, bytes, header, gasUsed, prints })
    machine.meter = undefined
    if (meter.exceeded === undefined) {
      await state.commit()
      return outcome
    }
    await state.revert()
    const root = hexOf(await state.getStateRoot())
    const job = { kind: 'tx', root, header, gasUsed, bytes, prints } as const
    const done = await inWorker(workers, job, db.reader)
    if (done === TOO_LARGE) return { rejected: 'needs more memory than a transaction may use' }
    db.add(done.changes)
    await state.setStateRoot(bytesOf(done.root))
    state.originalStorageCache.clear()
    return done.outcome
  }
}

const TOO_LARGE = Symbol('too large')

/** Runs a transaction in a worker. `reader` has the state before it, parts of which are not in the store yet. */
async function inWorker(
  workers: Pick<WorkerPool, 'run'>,
  job: Job,
  reader: Reader,
): Promise<TxResult | typeof TOO_LARGE> {
  const tooLarge = new Error('The memory of a worker is full')
  const failure = (why: Ended): Error =>
    why === 'memory'
      ? tooLarge
      : new Error(`A worker ended before a transaction of a block: ${why}`)
  const task = { job: () => job, reader, milliseconds: Infinity, signal: undefined, client: '' }
  try {
    // Safe cast: the worker returns the result of a transaction.
    return (await workers.run({ ...task, failure })) as TxResult
  } catch (error) {
    // The same would happen in each block.
    if (error === tooLarge) return TOO_LARGE
    throw error
  }
}
