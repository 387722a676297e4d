import type { CChainEthHandlers } from '@native-node/server/c-chain'
import type { EvmTx } from '../../chain/tx.ts'
import type { Hex } from '../../hex.ts'
import { errors } from './errors.ts'
import { transactionJson } from './format.ts'
import { findLogs, newLogsOf, watchLogs } from './log-filter.ts'
import { calledBy, type RpcParts } from './parts.ts'
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
  chain: opened,
  limits,
}: RpcParts): Pick<CChainEthHandlers, Methods> {
  const { vm, pool } = opened
  const filters = new PolledFilters()
  return {
    async newFilter({ filter }) {
      const logsOf = newLogsOf(filter)
      return filters.add(filter, (push) => watchLogs(vm, logsOf, push))
    },
    async newBlockFilter() {
      return filters.add(undefined, (push) => vm.onAccepted(({ block }) => push(block.hash)))
    },
    async newPendingTransactionFilter({ fullTransactions }) {
      return filters.add(undefined, (push) =>
        pool.onAdded((tx) => push(pendingJson(tx, fullTransactions === true))),
      )
    },
    async getFilterChanges({ filterId }) {
      const changes = filters.poll(filterId)
      if (changes === undefined) throw errors.filterNotFound()
      return changes
    },
    async getFilterLogs({ filterId }, ctx) {
      const chain = calledBy(opened, ctx)
      const logs = filters.use(filterId)?.logs
      if (logs === undefined) throw errors.filterNotFound()
      return findLogs(chain, logs, limits)
    },
    uninstallFilter: ({ filterId }) => filters.remove(filterId),
    async getLogs({ filter }, ctx) {
      return findLogs(calledBy(opened, ctx), filter, limits)
    },
  }
}

export function pendingJson(tx: EvmTx, isFull: boolean): Hex | ReturnType<typeof transactionJson> {
  return isFull ? transactionJson(tx.tx) : tx.hash
}
