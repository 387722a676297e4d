import type { Store } from '../../store/store.ts'
import { isReplicated } from '../../store/stores.ts'
import { CheckFailure, type Check } from '../check.ts'

const PROBE = Buffer.from('health')

export interface CheckedStores {
  readonly store: Promise<Store>
  readonly nodeStore: Promise<Store>
}

/**
 * Passes if both stores can be written durably and read. The chain data gets an empty batch, because it has no data of
 * this node; on a replica, it is only read.
 */
export function databaseCheck({ store, nodeStore }: CheckedStores): Check {
  return {
    name: 'database',
    tags: ['application'],
    global: true,
    async run() {
      const [chain, node] = await Promise.all([store, nodeStore])
      const value = Buffer.from(String(process.hrtime.bigint()))
      const isWritten = !isReplicated(chain) || chain.role() === 'writer'
      await Promise.all([
        ...(isWritten ? [chain.write([])] : []),
        node.write([{ kind: 'put', key: PROBE, value }]),
      ])
      const [, read] = await Promise.all([chain.get(PROBE), node.get(PROBE)])
      if (read === undefined || !value.equals(read)) {
        throw new CheckFailure('the database returned a different value than was written')
      }
    },
  }
}
