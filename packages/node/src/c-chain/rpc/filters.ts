import { randomBytes } from 'node:crypto'
import type { CChainEthHandlers, LogFilter } from '@native-node/server/c-chain'
import type { Executed } from '../chain/archive.ts'
import type { CChain } from '../chain/c-chain.ts'
import type { EvmTx } from '../chain/tx.ts'
import { hexOf, type Hex } from '../hex.ts'
import { present } from './call-request.ts'
import { errors } from './errors.ts'
import { transactionJson } from './format.ts'
import { criteriaOf, findLogs, rangeGiven, watchLogs } from './log-filter.ts'
import type { RpcParts } from './parts.ts'

type Methods =
  | 'newFilter'
  | 'newBlockFilter'
  | 'newPendingTransactionFilter'
  | 'getFilterChanges'
  | 'getFilterLogs'
  | 'uninstallFilter'
  | 'getLogs'

type Change = Awaited<ReturnType<CChainEthHandlers['getFilterChanges']>>[number]

/** A filter that a caller polls, and what it has not seen yet. */
interface Filter {
  readonly logs: LogFilter | undefined
  readonly stop: () => void
  changes: Change[]
  usedAt: number
}

/** Milliseconds after which a filter that nobody polls is gone, and how many there may be. */
const LIFETIME = 5 * 60_000
const MOST = 10_000
/** Most changes that wait for one poll. */
const KEPT = 20_000

/** Handlers of the eth namespace for logs and polled filters. */
export function filterHandlers({
  chain: open,
  limits,
}: RpcParts): Pick<CChainEthHandlers, Methods> {
  const filters = new Map<string, Filter>()
  const used = (chain: CChain, id: string): Filter => {
    expire(filters, chain.clock.now())
    const filter = filters.get(id)
    if (filter === undefined) throw errors.filterNotFound()
    filter.usedAt = chain.clock.now()
    return filter
  }
  return {
    async newFilter({ filter }) {
      const criteria = criteriaOf(filter)
      const chain = await open()
      return added(filters, chain, filter, (push) =>
        watchLogs(chain.vm, criteria, push, (executed) => isInRange(filter, executed)),
      )
    },
    async newBlockFilter() {
      const chain = await open()
      return added(filters, chain, undefined, (push) =>
        chain.vm.onAccepted(({ block }) => push(block.hash)),
      )
    },
    async newPendingTransactionFilter({ fullTransactions }) {
      const chain = await open()
      return added(filters, chain, undefined, (push) =>
        chain.pool.onAdded((tx) => push(pendingJson(tx, fullTransactions === true))),
      )
    },
    async getFilterChanges({ filterId }) {
      const filter = used(await open(), filterId)
      const { changes } = filter
      filter.changes = []
      return changes
    },
    async getFilterLogs({ filterId }) {
      const chain = await open()
      const { logs } = used(chain, filterId)
      if (logs === undefined) throw errors.filterNotFound()
      return findLogs(chain, logs, limits)
    },
    uninstallFilter({ filterId }) {
      filters.get(filterId)?.stop()
      return filters.delete(filterId)
    },
    async getLogs({ filter }) {
      return findLogs(await open(), filter, limits)
    },
  }
}

/** A transaction that waits, as hash or in full. */
export function pendingJson(tx: EvmTx, isFull: boolean): Hex | ReturnType<typeof transactionJson> {
  return isFull ? transactionJson(tx.tx) : tx.hash
}

function added(
  filters: Map<string, Filter>,
  { clock }: CChain,
  logs: LogFilter | undefined,
  listen: (push: (change: Change) => void) => () => void,
): string {
  expire(filters, clock.now())
  const [oldest] = filters
  if (filters.size >= MOST && oldest !== undefined) {
    oldest[1].stop()
    filters.delete(oldest[0])
  }
  const id = hexOf(randomBytes(16))
  const filter: Filter = {
    logs,
    changes: [],
    usedAt: clock.now(),
    stop: listen((change) => {
      if (filter.changes.length < KEPT) filter.changes.push(change)
    }),
  }
  filters.set(id, filter)
  return id
}

function expire(filters: Map<string, Filter>, now: number): void {
  for (const [id, { usedAt, stop }] of filters) {
    if (now - usedAt < LIFETIME) continue
    stop()
    filters.delete(id)
  }
}

function isInRange(filter: LogFilter, { block }: Executed): boolean {
  if ('blockHash' in filter && present(filter.blockHash)) return false
  const { number } = block.header
  const [fromBlock, toBlock] = rangeGiven(filter)
  const isAfter = typeof fromBlock !== 'bigint' || number >= fromBlock
  return isAfter && (typeof toBlock !== 'bigint' || number <= toBlock)
}
