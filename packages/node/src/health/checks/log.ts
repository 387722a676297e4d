import type { ReplicatedStore } from '../../store/log/replicated-store.ts'
import { CheckFailure, type Check } from '../check.ts'

/** Maximum time in seconds by which a node may be behind the log. */
const MAX_LAG = 2

/** Reports the position in the log. Fails if the node may be more than two seconds behind. */
export function logCheck(store: ReplicatedStore): Check {
  return {
    name: 'log',
    tags: ['application'],
    global: true,
    isRepeated: true,
    async run() {
      const { batches, seconds } = store.lag()
      const details = {
        role: store.role(),
        position: Number(store.position()),
        lagBatches: Number(batches),
        lagSeconds: seconds,
      }
      if (seconds > MAX_LAG)
        throw new CheckFailure(`the node is ${seconds.toFixed(1)} s behind the log`, details)
      return details
    },
  }
}
