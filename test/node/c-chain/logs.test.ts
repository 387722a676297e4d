import { memoryStore, MovableClock } from '@native-node/node'
import type { LogInput } from '@native-node/server/c-chain'
import type { FiltersOptions } from '@rpcloom/redis'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { encodeFunctionData, getContractAddress, numberToHex, type Address } from 'viem'
import type { CChain } from '../../../packages/node/src/c-chain/chain/c-chain.ts'
import { bytesOf, type Hex } from '../../../packages/node/src/c-chain/hex.ts'
import { openCChain } from '../../../packages/node/src/c-chain/open.ts'
import { watchBlocks } from '../../../packages/node/src/c-chain/api/evm/executed.ts'
import { filterHandlers } from '../../../packages/node/src/c-chain/api/evm/filters.ts'
import { logValues, newLogsOf } from '../../../packages/node/src/c-chain/api/evm/log-filter.ts'
import { localLimits } from '../../../packages/node/src/c-chain/api/evm/parts.ts'
import { sizeOf, type Change } from '../../../packages/node/src/c-chain/api/evm/polled-filters.ts'
import {
  sharedFilters,
  type StoredFilter,
} from '../../../packages/node/src/c-chain/api/evm/shared-filters.ts'
import { subscriptionHandlers } from '../../../packages/node/src/c-chain/api/evm/subscriptions.ts'
import { localGenesis } from '../../../packages/node/src/network/genesis/local.ts'
import { networkOf } from '../../../packages/node/src/network/network.ts'
import { defaults } from '../../../packages/node/src/settings/settings.ts'
import { counter, counterAbi } from './contracts.ts'
import { funded, running, type Running } from './running.ts'

// Logs of a long chain: 10,000 blocks, twenty of them with a log.

const LOGS = 20
const GAP = 500

let node: Running
let address: Address

beforeAll(async () => {
  node = await running({ dev: true })
  const hash = await node.wallet.deployContract({ abi: counterAbi, bytecode: counter })
  const receipt = await node.reader.waitForTransactionReceipt({ hash })
  if (!receipt.contractAddress) throw new Error('nothing was created')
  address = receipt.contractAddress
  for (let at = 0; at < LOGS; at++) {
    const change = { abi: counterAbi, address, functionName: 'set', args: [BigInt(at)] } as const
    await node.reader.waitForTransactionReceipt({ hash: await node.wallet.writeContract(change) })
    await node.ask('anvil_mine', [numberToHex(GAP)])
  }
})
afterAll(() => node.close())

test('logs are found in one request without reading blocks that have none', async () => {
  const height = await node.reader.getBlockNumber({ cacheTime: 0 })
  expect(height).toBeGreaterThan(10_000n)
  const began = performance.now()
  const { result } = await node.ask('eth_getLogs', [
    { fromBlock: '0x0', toBlock: 'latest', address },
  ])
  const time = performance.now() - began
  // Takes a few milliseconds unless the machine is busy.
  expect(time).toBeLessThan(2000)
  expect(result).toHaveLength(LOGS)
  const logs = await node.reader.getContractEvents({
    abi: counterAbi,
    address,
    eventName: 'Changed',
    fromBlock: 0n,
    toBlock: height,
  })
  expect(logs.map(({ args, blockNumber }) => [args.value, blockNumber])).toEqual(
    Array.from({ length: LOGS }, (_, at) => [BigInt(at), BigInt(3 + at * (GAP + 1))]),
  )
})

test('logs are found in a range of blocks, including both ends', async () => {
  const range = { fromBlock: 504n, toBlock: 1506n } as const
  const logs = await node.reader.getLogs({ address, ...range })
  expect(logs.map(({ blockNumber }) => blockNumber)).toEqual([504n, 1005n, 1506n])
  expect(await node.reader.getLogs({ address, fromBlock: 505n, toBlock: 1004n })).toEqual([])
})

test('a range of too many blocks is rejected', async () => {
  const { error } = await node.ask('eth_getLogs', [{ fromBlock: '0x1', toBlock: '0x186a1' }])
  expect(error).toMatchObject({
    code: -32_000,
    message: 'requested too many blocks from 1 to 100001, maximum is set to 100000',
    data: { reason: 'blockRangeTooWide' },
  })
  const widest = await node.ask('eth_getLogs', [{ fromBlock: '0x1', toBlock: '0x186a0' }])
  expect(widest.result).toHaveLength(LOGS)
})

/** A chain of four blocks, of which the last three have a log each. Returns also the logs that two listeners got. */
async function chainWithLogs(): Promise<{
  readonly chain: CChain
  readonly watched: readonly LogInput[][]
}> {
  const chain = await openCChain(memoryStore(), {
    network: networkOf(localGenesis),
    clock: MovableClock.running(),
    settings: { ...defaults, fixedBaseFee: 10n ** 9n },
    onFailure: (error) => {
      throw error
    },
  })
  chain.producer.start()
  onTestFinished(() => chain.producer.close())
  const issue = (bytes: Uint8Array): Promise<unknown> => chain.producer.issue(chain.vm.parse(bytes))
  const sign = async (nonce: number, data: object): Promise<Uint8Array> =>
    bytesOf(
      await funded.signTransaction({
        type: 'eip1559',
        chainId: 43_112,
        gas: 500_000n,
        maxFeePerGas: 10n ** 11n,
        nonce,
        ...data,
      }),
    )
  const to = getContractAddress({ from: funded.address, nonce: 0n })
  await issue(await sign(0, { data: counter }))
  const data = encodeFunctionData({ abi: counterAbi, functionName: 'set', args: [1n] })
  const watched: LogInput[][] = [[], []]
  const values = logValues(newLogsOf({}))
  for (const logs of watched) watchBlocks(chain.vm, values, (log) => logs.push(log))
  for (const nonce of [1, 2, 3]) await issue(await sign(nonce, { to, data }))
  return { chain, watched }
}

test('a response with too many logs is rejected, and subscribers share one conversion', async () => {
  const { chain, watched } = await chainWithLogs()
  expect(watched.map(({ length }) => length)).toEqual([3, 3])
  watched[0]?.forEach((log, at) => expect(watched[1]?.[at]).toBe(log))
  const found = (logCount: number): unknown =>
    filterHandlers({ chain, limits: { ...localLimits, logCount } }).getLogs(
      { filter: { fromBlock: 0n } },
      {} as never,
    )
  await expect(found(3)).resolves.toHaveLength(3)
  await expect(found(2)).rejects.toMatchObject({
    code: -32_005,
    message: 'query returned more than 2 results',
  })
})

test('a poll of a shared filter reads only blocks whose logs may match', async () => {
  const { chain } = await chainWithLogs()
  const polls: FiltersOptions<StoredFilter, Change>['changes'][] = []
  const redis = {
    filters: (_name: string, { changes }: FiltersOptions<StoredFilter, Change>) =>
      polls.push(changes),
  }
  sharedFilters(redis as never, chain)
  const reads = vi.spyOn(chain.vm.archive, 'byHeight')
  const poll = async (filter: StoredFilter): Promise<number | undefined> =>
    (await polls[0]?.(filter, 0, 4))?.events.length
  expect(await poll({})).toBe(3)
  expect(reads).toHaveBeenCalledTimes(3)
  expect(await poll({ address: `0x${'77'.repeat(20)}` })).toBe(0)
  expect(reads).toHaveBeenCalledTimes(3)
})

test('subscriptions to logs together have a limit, also those that continue', async () => {
  const { chain } = await chainWithLogs()
  const { logs } = subscriptionHandlers({ chain } as never)
  const address = Array.from(
    { length: 1000 },
    (_, at): Hex => `0x${at.toString(16).padStart(40, '0')}`,
  )
  const topics = Array.from({ length: 4 }, () =>
    address.map((one): Hex => `0x${one.slice(2).padStart(64, '0')}`),
  )
  const filter = { address, topics }
  const after = { blockNumber: 4n, logIndex: 0n }
  const stops: AbortController[] = []
  const subscribe = (given: object): unknown => {
    const stop = new AbortController()
    stops.push(stop)
    return logs({ filter, ...given }, { signal: stop.signal } as never)
  }
  const most = Math.floor(64_000_000 / sizeOf(filter))
  for (let n = 0; n < most; n++) await subscribe(n % 2 === 0 ? { after } : {})
  await expect(subscribe({ after })).rejects.toMatchObject({ code: -32_005 })
  await expect(subscribe({})).rejects.toMatchObject({ code: -32_005 })
  for (const stop of stops) stop.abort()
  await subscribe({ after })
})
