import { createHash } from 'node:crypto'
import type { Context } from '@native-node/server'
import type { CChainEthHandlers } from '@native-node/server/c-chain'
import type { SharedFilters } from '@rpcloom/redis'
import type { EvmTx } from '../../chain/tx.ts'
import type { Hex } from '../../hex.ts'
import { errors } from './errors.ts'
import { watchBlocks } from './executed.ts'
import { transactionJson } from './format.ts'
import { findLogs, logValues, newLogsOf } from './log-filter.ts'
import { calledBy, type RpcParts } from './parts.ts'
import { PolledFilters, type Change } from './polled-filters.ts'
import { logFilterOf, storedFilter, type StoredFilter } from './shared-filters.ts'

type Methods =
  | 'newFilter'
  | 'newBlockFilter'
  | 'newPendingTransactionFilter'
  | 'getFilterChanges'
  | 'getFilterLogs'
  | 'uninstallFilter'
  | 'getLogs'

/** Filters for pending transactions stay in this process, because each node has a pool of its own. */
export function filterHandlers(
  { chain: opened, limits }: RpcParts,
  shared?: SharedFilters<StoredFilter, Change>,
): Pick<CChainEthHandlers, Methods> {
  const { vm, pool } = opened
  const filters = new PolledFilters()
  return {
    async newFilter({ filter }) {
      const logsOf = newLogsOf(filter)
      if (shared !== undefined) return shared.add(storedFilter(filter))
      return filters.add(filter, (push) => watchBlocks(vm, logValues(logsOf), push))
    },
    async newBlockFilter() {
      if (shared !== undefined) return shared.add(null)
      return filters.add(undefined, (push) => vm.onAccepted(({ block }) => push(block.hash)))
    },
    async newPendingTransactionFilter({ fullTransactions }) {
      return filters.add(undefined, (push) =>
        pool.onAdded((tx) => push(pendingJson(tx, fullTransactions === true))),
      )
    },
    async getFilterChanges({ filterId }, ctx) {
      const changes = filters.poll(filterId) ?? (await shared?.poll(filterId, requestOf(ctx)))
      if (changes === undefined) throw errors.filterNotFound()
      return changes
    },
    async getFilterLogs({ filterId }, ctx) {
      const chain = calledBy(opened, ctx)
      const stored = await shared?.criteria(filterId)
      const logs = stored ? logFilterOf(stored) : filters.use(filterId)?.logs
      if (logs === undefined) throw errors.filterNotFound()
      return findLogs(chain, logs, limits)
    },
    async uninstallFilter({ filterId }) {
      return filters.remove(filterId) || ((await shared?.remove(filterId)) ?? false)
    },
    async getLogs({ filter }, ctx) {
      return findLogs(calledBy(opened, ctx), filter, limits)
    },
  }
}

/**
 * Returns what identifies a repeated request: the header `x-request-id` together with the ID of the call. The ID alone does not,
 * because many programs send the same one in all calls.
 */
function requestOf({ transport, headers, id }: Context): string | undefined {
  const given = headers['x-request-id']
  if (transport !== 'http' || typeof given !== 'string' || given === '') return undefined
  return createHash('sha256')
    .update(JSON.stringify([given, id]))
    .digest('base64url')
}

export function pendingJson(tx: EvmTx, isFull: boolean): Hex | ReturnType<typeof transactionJson> {
  return isFull ? transactionJson(tx.tx) : tx.hash
}
