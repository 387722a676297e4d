import type { BlockNumberOrTag, LogFilter, LogInput } from '@native-node/server/c-chain'
import { bytesOf } from '../../hex.ts'
import type { Executed } from '../../chain/archive.ts'
import { outlineOf } from '../../chain/block.ts'
import { bloomBits, hasBits } from '../../chain/bloom.ts'
import type { CChain } from '../../chain/c-chain.ts'
import { blockAt, blockWith, lower } from './block-reference.ts'
import { present } from './call-request.ts'
import { errors, invalidParam } from './errors.ts'
import type { BlockValues } from './executed.ts'
import { blockLogs } from './format.ts'
import { pauseFor } from './limited.ts'
import type { RpcLimits } from './rpc-limits.ts'

/** Maximum number of topics of an event. */
const MAX_TOPICS = 4
/** Maximum number of addresses of a filter, and of topics at each position. */
const MAX_VALUES = 1000

/**
 * A log matches if it has any of the addresses, and any of the topics at each position. An empty
 * set matches every log.
 */
export interface LogCriteria {
  readonly addresses: ReadonlySet<string>
  readonly topics: readonly ReadonlySet<string>[]
}

export function criteriaOf(filter: LogFilter): LogCriteria {
  const { address, blockHash, topics } = filter
  if (present(blockHash) && rangeGiven(filter).some(present)) {
    throw invalidParam(
      'cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other',
    )
  }
  const positions = (topics ?? []).map((topic) => listOf(topic ?? null))
  if (positions.length > MAX_TOPICS || positions.some(({ length }) => length > MAX_VALUES)) {
    throw invalidParam('exceed max topics')
  }
  const addresses = present(address) ? listOf(address) : []
  if (addresses.length > MAX_VALUES) throw errors.filterTooLarge()
  return {
    addresses: new Set(addresses.map(lower)),
    // Null matches any topic, even in a list with other topics.
    topics: positions.map((options) => new Set(options.every(present) ? options.map(lower) : [])),
  }
}

export function matches(
  { addresses, topics }: LogCriteria,
  log: Pick<LogInput, 'address' | 'topics'>,
): boolean {
  if (addresses.size > 0 && !addresses.has(log.address)) return false
  return topics.every((options, at) => {
    const topic = log.topics[at]
    return topic !== undefined && (options.size === 0 || options.has(topic))
  })
}

/**
 * Returns a function that selects the matching logs of a new block. If the filter has a range of
 * blocks, blocks outside of the range have no matching logs.
 */
export function newLogsOf(filter: LogFilter): (executed: Executed) => readonly LogInput[] {
  const criteria = criteriaOf(filter)
  checkRange(filter)
  return (executed) =>
    isInRange(filter, executed)
      ? convertedLogs(executed).filter((log) => matches(criteria, log))
      : []
}

/**
 * Returns the values of subscriptions to logs. The logs of a block that is reverted have `removed: true` and come newest
 * first, as in a reorganization.
 */
export function logValues(
  logsOf: (executed: Executed) => readonly LogInput[],
): BlockValues<LogInput> {
  return {
    accepted: logsOf,
    reverted: (executed) =>
      logsOf(executed)
        .toReversed()
        .map((log) => ({ ...log, removed: true })),
  }
}

const converted = new WeakMap<Executed, readonly LogInput[]>()

/**
 * Returns the logs of a block as JSON. Caches the result for the other listeners of the block,
 * which are called one after another.
 */
function convertedLogs(executed: Executed): readonly LogInput[] {
  const known = converted.get(executed)
  if (known !== undefined) return known
  const logs = blockLogs(outlineOf(executed.block), executed.receipts)
  converted.set(executed, logs)
  queueMicrotask(() => converted.delete(executed))
  return logs
}

/**
 * Returns a function that tests a bloom filter. If the test fails, the block of the bloom filter
 * has no matching logs.
 */
export function bloomFilter({ addresses, topics }: LogCriteria): (bloom: Uint8Array) => boolean {
  // Test topics first, because they are usually rarer than addresses.
  const wanted = [...topics.toReversed(), addresses].filter((options) => options.size > 0)
  const bits = wanted.map((options) => [...options].map((option) => bloomBits(bytesOf(option))))
  return (bloom) => {
    for (const options of bits) if (!hasAny(bloom, options)) return false
    return true
  }
}

function hasAny(bloom: Uint8Array, options: readonly (readonly number[])[]): boolean {
  for (const bits of options) if (hasBits(bloom, bits)) return true
  return false
}

/** Number of blooms that are tested at a time: a millisecond with the largest filter. */
const TESTED = 64
/** Number of blocks that are read at a time. */
const READ = 16

export async function findLogs(
  chain: CChain,
  filter: LogFilter,
  limits: RpcLimits,
): Promise<readonly LogInput[]> {
  const criteria = criteriaOf(filter)
  if ('blockHash' in filter && present(filter.blockHash)) {
    const block = await blockWith(chain, filter.blockHash)
    if (block === undefined) throw errors.blockNotFound(undefined, 'unknown block')
    return logsAt(chain, [block.header.number], criteria)
  }
  const { from, to } = await rangeOf(chain, filter, limits)
  const found: LogInput[] = []
  for await (const heights of heightsWith(chain, criteria, { from, to })) {
    await pauseFor(chain)
    for (const log of await logsAt(chain, heights, criteria)) found.push(log)
    if (found.length > limits.logCount) {
      throw errors.limitExceeded(undefined, `query returned more than ${limits.logCount} results`)
    }
  }
  return found
}

/** Yields the heights of the blocks that may have matching logs, in order, as many as are read at a time. */
async function* heightsWith(
  chain: CChain,
  criteria: LogCriteria,
  { from, to }: { readonly from: bigint; readonly to: bigint },
): AsyncGenerator<readonly bigint[], void> {
  const mayMatch = bloomFilter(criteria)
  let heights: bigint[] = []
  for await (const section of chain.vm.archive.blooms(from, to)) {
    for (const [at, [height, bloom]] of section.entries()) {
      if (at % TESTED === 0) await pauseFor(chain)
      if (mayMatch(bloom)) heights.push(BigInt(height))
      if (heights.length < READ) continue
      yield heights
      heights = []
    }
  }
  yield heights
}

function isInRange(filter: LogFilter, { block }: Executed): boolean {
  if ('blockHash' in filter && present(filter.blockHash)) return false
  const { number } = block.header
  const [fromBlock, toBlock] = rangeGiven(filter)
  const isAfter = typeof fromBlock !== 'bigint' || number >= fromBlock
  return isAfter && (typeof toBlock !== 'bigint' || number <= toBlock)
}

function rangeGiven(filter: LogFilter): readonly [first: Bound, last: Bound] {
  return [
    'fromBlock' in filter ? filter.fromBlock : undefined,
    'toBlock' in filter ? filter.toBlock : undefined,
  ]
}

type Bound = BlockNumberOrTag | null | undefined

/**
 * Checks the range of a filter for new blocks. Throws if the range ends before it begins. Without
 * `fromBlock`, the range begins at the last block, so every `toBlock` is invalid.
 */
function checkRange(filter: LogFilter): void {
  const [from, to] = rangeGiven(filter).map((bound) => (bound === 'earliest' ? 0n : bound))
  if (typeof to === 'bigint' && (typeof from !== 'bigint' || from > to)) {
    throw errors.invalidBlockRange(undefined, 'invalid block range params')
  }
}

async function rangeOf(
  chain: CChain,
  filter: LogFilter,
  { logRange }: RpcLimits,
): Promise<{ readonly from: bigint; readonly to: bigint }> {
  const [first, last] = rangeGiven(filter)
  const head = chain.vm.tip.header.number
  const from =
    typeof first === 'bigint'
      ? first
      : ((await blockAt(chain, first ?? 'latest'))?.header.number ?? head)
  const to =
    typeof last === 'bigint'
      ? last
      : ((await blockAt(chain, last ?? 'latest'))?.header.number ?? head)
  if (from > to) {
    throw errors.invalidBlockRange(undefined, 'invalid block range params')
  }
  const isBeyond = from > head || (to > head && !chain.vm.rules.searchesBeyondHead)
  if (isBeyond) {
    throw errors.invalidBlockRange(undefined, 'block range extends beyond current head block')
  }
  if (to - from >= logRange) {
    const text = `requested too many blocks from ${from} to ${to}, maximum is set to ${logRange}`
    throw errors.blockRangeTooWide(undefined, text)
  }
  return { from, to }
}

async function logsAt(
  { vm }: CChain,
  heights: readonly bigint[],
  criteria: LogCriteria,
): Promise<readonly LogInput[]> {
  const blocks = await vm.archive.logged(heights)
  return blocks.flatMap(({ outline, receipts }) =>
    blockLogs(outline, receipts, (log) => matches(criteria, log)),
  )
}

function listOf<T>(value: T | readonly T[]): readonly T[] {
  return isList(value) ? value : [value]
}

function isList<T>(value: T | readonly T[]): value is readonly T[] {
  return Array.isArray(value)
}
