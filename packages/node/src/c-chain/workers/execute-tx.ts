import type { ExecuteTx } from '../chain/block-run.ts'
import { executeTx } from '../engine/executor.ts'
import { blockTxLimits, Meter } from '../engine/meter.ts'
import { bytesOf, hexOf } from '../hex.ts'
import type { TxResult } from './job.ts'
import type { WorkerPool } from './pool.ts'

/**
 * Returns a function that executes transactions of new blocks in the main thread up to a limit of their work. A
 * transaction that exceeds the limit runs again in a worker, so that other requests can run.
 */
export function offloadedTx(workers: WorkerPool): ExecuteTx {
  return async (machine, { header, gasUsed, bytes, tx }) => {
    const { state, db } = machine
    const meter = new Meter(blockTxLimits)
    await state.checkpoint()
    machine.meter = meter
    const outcome = await executeTx(machine, { tx, bytes, header, gasUsed })
    machine.meter = undefined
    if (meter.exceeded === undefined) {
      await state.commit()
      return outcome
    }
    await state.revert()
    const root = hexOf(await state.getStateRoot())
    // Safe cast: the worker returns the result of a transaction.
    const done = (await workers.run({
      job: () => ({ kind: 'tx', root, header, gasUsed, bytes }),
      // The state before the transaction has entries that are not in the store yet.
      reader: db.reader,
      milliseconds: Infinity,
      signal: undefined,
      client: '',
      failure: (why) => new Error(`A worker ended before a transaction of a block: ${why}`),
    })) as TxResult
    db.add(done.changes)
    await state.setStateRoot(bytesOf(done.root))
    state.originalStorageCache.clear()
    return done.outcome
  }
}
