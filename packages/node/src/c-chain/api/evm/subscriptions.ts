import type { CChainEthHandlers, LogInput, LogPosition } from '@native-node/server/c-chain'
import { hexOf } from '../../hex.ts'
import { errors } from './errors.ts'
import { valuesAfter, watchBlocks, type BlockValues } from './executed.ts'
import { feed } from './feed.ts'
import { pendingJson } from './filters.ts'
import { headerJson, transactionJson } from './format.ts'
import { logValues, newLogsOf } from './log-filter.ts'
import type { RpcParts } from './parts.ts'
import { MAX_CHARACTERS, sizeOf } from './polled-filters.ts'

type Topics = 'newHeads' | 'logs' | 'newPendingTransactions' | 'newAcceptedTransactions'

export function subscriptionHandlers({ chain }: RpcParts): Pick<CChainEthHandlers, Topics> {
  let totalSize = 0
  return {
    async newHeads({ after }, { signal }) {
      const { vm } = chain
      return after === undefined || after === null
        ? feed((push) => watchBlocks(vm, heads, push), signal)
        : valuesAfter(vm, after, heads, signal)
    },
    async logs({ filter, after }, { signal }) {
      const values = logValues(newLogsOf(filter ?? {}))
      const { vm } = chain
      const size = sizeOf(filter)
      if (totalSize + size > MAX_CHARACTERS)
        throw errors.limitExceeded(undefined, 'too many logs subscriptions')
      const events =
        after === undefined || after === null
          ? feed<LogInput>((push) => watchBlocks(vm, values, push), signal)
          : valuesAfter(vm, after.blockNumber - 1n, logsAfter(values, after), signal)
      if (!signal.aborted) {
        totalSize += size
        signal.addEventListener('abort', () => (totalSize -= size), { once: true })
      }
      return events
    },
    async newPendingTransactions({ fullTransactions }, { signal }) {
      const { pool } = chain
      return feed(
        (push) => pool.onAdded((tx) => push(pendingJson(tx, fullTransactions === true))),
        signal,
      )
    },
    async newAcceptedTransactions({ fullTransactions }, { signal }) {
      const { vm } = chain
      return feed(
        (push) =>
          vm.onAccepted(({ block }) => {
            block.txs.forEach((tx, index) =>
              push(
                fullTransactions === true
                  ? transactionJson(tx, { block, index })
                  : hexOf(tx.hash()),
              ),
            )
          }),
        signal,
      )
    },
  }
}

const heads: BlockValues<ReturnType<typeof headerJson>> = {
  accepted: ({ block }) => [headerJson(block.header, block.hash)],
  reverted: () => [],
}

/** Omits the logs up to a position from the first block, which has the position. */
function logsAfter(
  { accepted, reverted }: BlockValues<LogInput>,
  { blockNumber, logIndex }: LogPosition,
): BlockValues<LogInput> {
  let isFirst = true
  return {
    accepted(executed) {
      const isParted = isFirst && executed.block.header.number === blockNumber
      isFirst = false
      const logs = accepted(executed)
      return isParted ? logs.filter((log) => BigInt(log.logIndex) > logIndex) : logs
    },
    reverted(executed) {
      isFirst = false
      return reverted(executed)
    },
  }
}
