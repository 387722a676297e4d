import type { CChainHandlers, LogFilter } from '@native-node/server/c-chain'
import { idOf } from '../../../codec/ids.ts'
import type { CChain } from '../../chain/c-chain.ts'
import { errors } from '../../dev/errors.ts'
import type { Fork } from '../../dev/fork/fork.ts'
import type { Forking } from '../../dev/fork/forking.ts'
import { bytesOf } from '../../hex.ts'
import { lower } from '../evm/block-reference.ts'
import { present } from '../evm/call-request.ts'

type Eth = CChainHandlers['eth']
type Name = keyof Eth
type Params = Readonly<Record<string, unknown>>
type Handler = (params: Params, ctx: unknown) => unknown

/** Methods that describe a block. The node of the forked chain has those up to the forked block. */
const blockNames = [
  'getBlockByNumber',
  'getHeaderByNumber',
  'getBlockReceipts',
  'getBlockTransactionCountByNumber',
  'getUncleByBlockNumberAndIndex',
  'getUncleCountByBlockNumber',
  'getTransactionByBlockNumberAndIndex',
  'getRawTransactionByBlockNumberAndIndex',
] as const

/** Methods that read a state. That after the forked block is the one that this chain continues. */
const stateNames = [
  'getBalance',
  'getCode',
  'getStorageAt',
  'getTransactionCount',
  'call',
  'estimateGas',
] as const

/** Methods that find a block or a transaction by its hash. */
const hashNames = [
  'getBlockByHash',
  'getHeaderByHash',
  'getBlockTransactionCountByHash',
  'getUncleByBlockHashAndIndex',
  'getUncleCountByBlockHash',
  'getTransactionByHash',
  'getTransactionByBlockHashAndIndex',
  'getRawTransactionByHash',
  'getRawTransactionByBlockHashAndIndex',
  'getTransactionReceipt',
] as const

/** Methods that need the whole state, of which a fork has only what was read or changed. */
const wholeStateNames = [
  'accountRange',
  'dumpBlock',
  'storageRangeAt',
  'getModifiedAccountsByNumber',
  'getModifiedAccountsByHash',
] as const

/** Returns handlers that ask the node of a forked chain for its blocks, transactions, logs and earlier states. */
export function withFork(
  handlers: CChainHandlers,
  chain: CChain,
  forking: Pick<Forking, 'current'>,
): CChainHandlers {
  const { eth, debug } = handlers
  const parts = { chain, forking }
  return {
    ...handlers,
    eth: {
      ...eth,
      ...replaced(
        eth,
        blockNames,
        remoteUntil(parts, ({ number }) => number),
      ),
      ...replaced(
        eth,
        stateNames,
        remoteUntil(parts, ({ number }) => number - 1n),
      ),
      ...replaced(eth, hashNames, foundByHash(parts)),
      ...replaced(eth, ['getProof'], refusedIn(parts, 'eth')),
      getLogs: allLogs(parts, eth.getLogs),
    },
    debug: { ...debug, ...replaced(debug, wholeStateNames, refusedIn(parts, 'debug')) },
  }
}

interface Parts {
  readonly chain: CChain
  readonly forking: Pick<Forking, 'current'>
}

type Wrap<K> = (name: K, own: Handler) => Handler

/** Asks the node of the forked chain for blocks up to a height. */
function remoteUntil({ chain, forking }: Parts, last: (fork: Fork) => bigint): Wrap<Name> {
  return (name, own) => async (params, ctx) => {
    const { current: fork } = forking
    if (fork === undefined) return own(params, ctx)
    const height = await heightOf(chain, fork, params['block'])
    return height === undefined || height > last(fork)
      ? own(params, ctx)
      : fork.remote.askWith(`eth_${name}`, { ...params, block: height })
  }
}

/** Asks the node of the forked chain for what this chain does not have. */
function foundByHash({ chain, forking }: Parts): Wrap<Name> {
  return (name, own) => async (params, ctx) => {
    const { current: fork } = forking
    const hash = lower(String(params['hash']))
    // The block that stands for the forked one lacks its transactions.
    const found = hash === fork?.hash ? null : await own(params, ctx)
    const isKnown = found !== null || chain.producer.get(idOf(bytesOf(hash))) !== undefined
    if (fork === undefined || isKnown) return found
    const remote = await fork.remote.askWith(`eth_${name}`, params)
    return isLater(remote, fork) ? null : remote
  }
}

function refusedIn({ forking }: Parts, namespace: string): Wrap<string> {
  return (name, own) => (params, ctx) => {
    if (forking.current === undefined) return own(params, ctx)
    const text = `${namespace}_${name} needs the whole state, and a fork has only what was read or changed`
    throw errors.forkRefused(undefined, text)
  }
}

function allLogs({ chain, forking }: Parts, own: Eth['getLogs']): Eth['getLogs'] {
  return async ({ filter }, ctx) => {
    const { current: fork } = forking
    if (fork === undefined) return own({ filter }, ctx)
    const parted = await partsOf(filter, chain, fork)
    // Safe cast: the result of this method is a list of logs.
    const logs = (
      parted.remote === undefined ? [] : await fork.remote.ask('eth_getLogs', parted.remote)
    ) as Awaited<ReturnType<Eth['getLogs']>>
    return parted.own === undefined ? logs : [...logs, ...(await own({ filter: parted.own }, ctx))]
  }
}

/** Returns the height of a block of either chain; undefined if there is no block with a hash. */
async function heightOf(chain: CChain, fork: Fork, block: unknown): Promise<bigint | undefined> {
  const { vm } = chain
  if (typeof block === 'bigint') return block
  if (block === 'earliest') return 0n
  if (typeof block === 'object' && block !== null) {
    const { blockHash, blockNumber = blockHash } = block as Params
    return heightOf(chain, fork, blockNumber)
  }
  if (typeof block !== 'string' || !block.startsWith('0x')) return vm.tip.header.number
  const own = await vm.archive.byHash(lower(block))
  if (own !== undefined) return own.header.number
  const remote = await fork.remote.ask('eth_getBlockByHash', block, false)
  const height = remote === null ? undefined : (remote as Params)['number']
  return typeof height === 'bigint' && height <= fork.number ? height : undefined
}

/** Whether a block or transaction of the other chain is later than the forked block. */
function isLater(found: unknown, { number }: Fork): boolean {
  if (typeof found !== 'object' || found === null) return false
  const { number: own, blockNumber = own } = found as Params
  return typeof blockNumber === 'bigint' && blockNumber > number
}

interface PartedFilter {
  /** What the node of the forked chain is asked for. */
  readonly remote?: LogFilter
  /** What is read from this chain. */
  readonly own?: LogFilter
}

/** Splits a search for logs after the forked block. */
async function partsOf(filter: LogFilter, chain: CChain, fork: Fork): Promise<PartedFilter> {
  const { blockHash, fromBlock, toBlock, ...criteria } = filter as Params
  const { number } = fork
  if (present(blockHash)) {
    const height = await heightOf(chain, fork, blockHash)
    return height === undefined || height > number ? { own: filter } : { remote: filter }
  }
  const from = (await heightOf(chain, fork, fromBlock)) ?? number
  const to = (await heightOf(chain, fork, toBlock)) ?? number
  if (from > number || from > to) return { own: filter }
  // Safe cast: the members are those of the filter, with another range.
  const remote = { ...criteria, fromBlock: from, toBlock: to < number ? to : number } as LogFilter
  if (to <= number) return { remote }
  return { remote, own: { ...criteria, fromBlock: number + 1n, toBlock: to } }
}

function replaced<H extends object, K extends keyof H & string>(
  handlers: H,
  names: readonly K[],
  wrap: Wrap<K>,
): Pick<H, K> {
  // Safe casts: each handler has the params and the result of its method.
  const entries = names.map((name) => [name, wrap(name, handlers[name] as Handler)] as const)
  return Object.fromEntries(entries) as unknown as Pick<H, K>
}
