import type { CChainEthHandlers, LogFilter } from '@native-node/server/c-chain'
import type { Executed } from '../chain/archive.ts'
import type { EvmTx } from '../chain/tx.ts'
import type { Hex } from '../hex.ts'
import { present } from './call-request.ts'
import { errors } from './errors.ts'
import { transactionJson } from './format.ts'
import { checkRange, criteriaOf, findLogs, rangeGiven, watchLogs } from './log-filter.ts'
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

/** Handlers of the eth namespace for logs and polled filters. */
export function filterHandlers({
  chain: open,
  limits,
}: RpcParts): Pick<CChainEthHandlers, Methods> {
  const filters = new PolledFilters()
  return {
    async newFilter({ filter }) {
      const criteria = criteriaOf(filter)
      checkRange(filter)
      const chain = await open()
      return filters.add(filter, chain.clock.now(), (push) =>
        watchLogs(chain.vm, criteria, push, (executed) => isInRange(filter, executed)),
      )
    },
    async newBlockFilter() {
      const chain = await open()
      return filters.add(undefined, chain.clock.now(), (push) =>
        chain.vm.onAccepted(({ block }) => push(block.hash)),
      )
    },
    async newPendingTransactionFilter({ fullTransactions }) {
      const chain = await open()
      return filters.add(undefined, chain.clock.now(), (push) =>
        chain.pool.onAdded((tx) => push(pendingJson(tx, fullTransactions === true))),
      )
    },
    async getFilterChanges({ filterId }) {
      const { clock } = await open()
      const changes = filters.poll(filterId, clock.now())
      if (changes === undefined) throw errors.filterNotFound()
      return changes
    },
    async getFilterLogs({ filterId }) {
      const chain = await open()
      const logs = filters.use(filterId, chain.clock.now())?.logs
      if (logs === undefined) throw errors.filterNotFound()
      return findLogs(chain, logs, limits)
    },
    uninstallFilter: ({ filterId }) => filters.remove(filterId),
    async getLogs({ filter }) {
      return findLogs(await open(), filter, limits)
    },
  }
}

/** Converts a pending transaction to its hash or its full JSON. */
export function pendingJson(tx: EvmTx, isFull: boolean): Hex | ReturnType<typeof transactionJson> {
  return isFull ? transactionJson(tx.tx) : tx.hash
}

function isInRange(filter: LogFilter, { block }: Executed): boolean {
  if ('blockHash' in filter && present(filter.blockHash)) return false
  const { number } = block.header
  const [fromBlock, toBlock] = rangeGiven(filter)
  const isAfter = typeof fromBlock !== 'bigint' || number >= fromBlock
  return isAfter && (typeof toBlock !== 'bigint' || number <= toBlock)
}
