import type { Changes, SharedFilters, SharedRedis } from '@rpcloom/redis'
import { RpcError } from '@native-node/server'
import type { LogFilter } from '@native-node/server/c-chain'
import type { CChain } from '../../chain/c-chain.ts'
import { executedAt } from './executed.ts'
import { bloomFilter, criteriaOf, newLogsOf } from './log-filter.ts'
import { MAX_CHANGES, type Change } from './polled-filters.ts'

/** Maximum number of blocks in the response to a poll. */
const MAX_BLOCKS = 2048

/** "Resource unavailable" of EIP-1474. */
const RESOURCE_UNAVAILABLE = -32_002

/** A filter in JSON: the criteria of one for logs; null for one for blocks. */
export type StoredFilter = Readonly<Record<string, unknown>> | null

/** Returns filters that every node of the chain can poll. What they report is read from the chain of the node. */
export function sharedFilters(
  redis: SharedRedis,
  { vm }: CChain,
): SharedFilters<StoredFilter, Change> {
  return redis.filters<StoredFilter, Change>('c-chain', {
    head: () => Number(vm.tip.header.number),
    async changes(stored, from, to) {
      const head = Number(vm.tip.header.number)
      if (to > head) throw behind(to, head)
      const last = Math.min(to, from + MAX_BLOCKS)
      return stored === null
        ? blockChanges(vm, from, last)
        : logChanges(vm, logFilterOf(stored), [from, last])
    },
  })
}

/** Returns a filter for logs as JSON. */
export function storedFilter(filter: LogFilter): StoredFilter {
  const members = Object.entries(filter).map(([name, value]) => [
    name,
    typeof value === 'bigint' ? `0x${value.toString(16)}` : value,
  ])
  return Object.fromEntries(members)
}

/** Returns a stored filter for logs. Its criteria are checked when they are used. */
export function logFilterOf(stored: NonNullable<StoredFilter>): LogFilter {
  const members = Object.entries(stored).map(([name, value]) => {
    const isBound = name === 'fromBlock' || name === 'toBlock'
    const isHeight = isBound && typeof value === 'string' && /^0x[0-9a-f]{1,16}$/.test(value)
    return [name, isHeight ? BigInt(value) : value]
  })
  return Object.fromEntries(members)
}

async function blockChanges(
  { archive }: CChain['vm'],
  from: number,
  to: number,
): Promise<Changes<Change>> {
  const events: Change[] = []
  for (let height = from + 1; height <= to; height++) {
    const hash = await archive.hashAt(BigInt(height))
    if (hash !== undefined) events.push(hash)
  }
  return { events, to }
}

async function logChanges(
  vm: CChain['vm'],
  filter: LogFilter,
  [from, to]: readonly [from: number, to: number],
): Promise<Changes<Change>> {
  const logsOf = newLogsOf(filter)
  const mayMatch = bloomFilter(criteriaOf(filter))
  const events: Change[] = []
  if (from === to) return { events, to }
  for await (const section of vm.archive.blooms(BigInt(from + 1), BigInt(to))) {
    for (const [height, bloom] of section) {
      if (!mayMatch(bloom)) continue
      const executed = await executedAt(vm, BigInt(height))
      if (executed !== undefined) events.push(...logsOf(executed))
      // The next poll continues there.
      if (events.length > MAX_CHANGES) return { events, to: height }
    }
  }
  return { events, to }
}

/** Error for a poll that another node has answered, and that this one cannot answer yet. */
function behind(height: number, head: number): RpcError {
  const reason = 'positionNotReached'
  const message = `The node is at block ${head}, and the changes are those up to block ${height}. Try again`
  return new RpcError(RESOURCE_UNAVAILABLE, message, { data: { reason }, reason })
}
