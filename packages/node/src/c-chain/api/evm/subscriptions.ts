import type { CChainEthHandlers, LogInput, LogPosition } from '@native-node/server/c-chain'
import type { Executed } from '../../chain/archive.ts'
import { hexOf } from '../../hex.ts'
import { errors } from './errors.ts'
import { blocksAfter } from './executed.ts'
import { feed } from './feed.ts'
import { pendingJson } from './filters.ts'
import { headerJson, transactionJson } from './format.ts'
import { newLogsOf, watchLogs } from './log-filter.ts'
import type { RpcParts } from './parts.ts'
import { MAX_CHARACTERS, sizeOf } from './polled-filters.ts'

type Topics = 'newHeads' | 'logs' | 'newPendingTransactions' | 'newAcceptedTransactions'

export function subscriptionHandlers({ chain }: RpcParts): Pick<CChainEthHandlers, Topics> {
  let totalSize = 0
  return {
    async newHeads({ after }, { signal }) {
      const { vm } = chain
      if (after !== undefined && after !== null) return headsOf(blocksAfter(vm, after, signal))
      return feed(
        (push) => vm.onAccepted(({ block }) => push(headerJson(block.header, block.hash))),
        signal,
      )
    },
    async logs({ filter, after }, { signal }) {
      const logsOf = newLogsOf(filter ?? {})
      const { vm } = chain
      const size = sizeOf(filter)
      if (totalSize + size > MAX_CHARACTERS)
        throw errors.limitExceeded(undefined, 'too many logs subscriptions')
      const events =
        after === undefined || after === null
          ? feed<LogInput>((push) => watchLogs(vm, logsOf, push), signal)
          : logsAfter(blocksAfter(vm, after.blockNumber - 1n, signal), logsOf, after)
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

async function* headsOf(
  blocks: AsyncIterable<Executed>,
): AsyncGenerator<ReturnType<typeof headerJson>, void> {
  for await (const { block } of blocks) yield headerJson(block.header, block.hash)
}

async function* logsAfter(
  blocks: AsyncIterable<Executed>,
  logsOf: ReturnType<typeof newLogsOf>,
  after: LogPosition,
): AsyncGenerator<LogInput, void> {
  for await (const executed of blocks) {
    const isFirst = executed.block.header.number === after.blockNumber
    for (const log of logsOf(executed)) {
      if (!isFirst || BigInt(log.logIndex) > after.logIndex) yield log
    }
  }
}
