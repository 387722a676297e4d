import type { ReplicatedStore } from '../../store/log/replicated-store.ts'
import { CheckFailure, type Check } from '../check.ts'

/** Maximum time in seconds by which a node may be behind the log. */
const MAX_LAG = 2

/** The part of a node that follows a log. */
export interface Following {
  readonly store: ReplicatedStore
  /** Primary aliases of the chains that could not follow at their last attempt. */
  readonly failing: readonly string[]
}

/** Reports the position in the log. Fails if the node may be more than two seconds behind, or a chain cannot follow. */
export function logCheck(following: Following): Check {
  return {
    name: 'log',
    tags: ['application'],
    global: true,
    isRepeated: true,
    async run() {
      const { store, failing } = following
      const { batches, seconds, failure } = store.lag()
      const details = {
        role: store.role(),
        position: Number(store.position()),
        lagBatches: Number(batches),
        lagSeconds: seconds,
        ...(failing.length > 0 && { failing }),
      }
      if (failing.length > 0)
        throw new CheckFailure(`chains cannot follow the log: ${failing.join(', ')}`, details)
      if (seconds <= MAX_LAG) return details
      const reason = failure === undefined ? '' : `: ${failure.meaning}`
      throw new CheckFailure(`the node is ${seconds.toFixed(1)} s behind the log${reason}`, details)
    },
  }
}
