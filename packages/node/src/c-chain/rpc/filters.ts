import type { CChainEthHandlers } from '@native-node/server/c-chain'
import type { EvmTx } from '../chain/tx.ts'
import type { Hex } from '../hex.ts'
import { errors } from './errors.ts'
import { transactionJson } from './format.ts'
import { findLogs, newLogsOf, watchLogs } from './log-filter.ts'
import type { RpcParts } from './parts.ts'
import { PolledFilters } from './polled-filters.ts'

type Methods =
  | 'newFilter'
  | 'newBlockFilter'
  | 'newPendingTransactionFilter'
  | 'getFilterChanges'
  | 'getFilterLogs'
  | 'uninstallFilter'
  | 'getLogs'

export function filterHandlers({
  chain: open,
  limits,
}: RpcParts): Pick<CChainEthHandlers, Methods> {
  const filters = new PolledFilters()
  return {
    async newFilter({ filter }) {
      const logsOf = newLogsOf(filter)
      const chain = await open()
      return filters.add(filter, (push) => watchLogs(chain.vm, logsOf, push))
    },
    async newBlockFilter() {
      const chain = await open()
      return filters.add(undefined, (push) => chain.vm.onAccepted(({ block }) => push(block.hash)))
    },
    async newPendingTransactionFilter({ fullTransactions }) {
      const chain = await open()
      return filters.add(undefined, (push) =>
        chain.pool.onAdded((tx) => push(pendingJson(tx, fullTransactions === true))),
      )
    },
    async getFilterChanges({ filterId }) {
      await open()
      const changes = filters.poll(filterId)
      if (changes === undefined) throw errors.filterNotFound()
      return changes
    },
    async getFilterLogs({ filterId }, ctx) {
      const chain = await open(ctx)
      const logs = filters.use(filterId)?.logs
      if (logs === undefined) throw errors.filterNotFound()
      return findLogs(chain, logs, limits)
    },
    uninstallFilter: ({ filterId }) => filters.remove(filterId),
    async getLogs({ filter }, ctx) {
      return findLogs(await open(ctx), filter, limits)
    },
  }
}

export function pendingJson(tx: EvmTx, isFull: boolean): Hex | ReturnType<typeof transactionJson> {
  return isFull ? transactionJson(tx.tx) : tx.hash
}
