import { memoryStore, MovableClock, type Store } from '@native-node/node'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { KECCAK256_RLP } from '@ethereumjs/util'
import { expect, onTestFinished, test } from 'vitest'
import { encodeFunctionData, numberToHex } from 'viem'
import { verifyChains } from '../../../packages/node/src/chain/replay.ts'
import { EvmEngine } from '../../../packages/node/src/c-chain/engine/engine.ts'
import { bytesOf, hexOf } from '../../../packages/node/src/c-chain/hex.ts'
import { nodePrefix } from '../../../packages/node/src/c-chain/tables.ts'
import type { CChain } from '../../../packages/node/src/c-chain/chain/c-chain.ts'
import { cChainOf, openCChain } from '../../../packages/node/src/c-chain/open.ts'
import { replayCChain } from '../../../packages/node/src/c-chain/replay.ts'
import { localGenesis } from '../../../packages/node/src/network/genesis/local.ts'
import { networkOf } from '../../../packages/node/src/network/network.ts'
import { defaults } from '../../../packages/node/src/settings/settings.ts'
import { remove, scan } from '../../../packages/node/src/store/store.ts'
import { counter, counterAbi } from './contracts.ts'
import { funded, running } from './running.ts'

const services = {
  network: networkOf(localGenesis),
  settings: { ...defaults, fixedBaseFee: 10n ** 9n },
}

/** Opens a chain that removes old states after every fifty trie nodes. */
async function opened(store: Store, pruningEnabled = true): Promise<CChain> {
  const chain = await openCChain(store, {
    ...services,
    settings: { ...services.settings, pruningEnabled },
    clock: MovableClock.running(),
    pruneAfter: 50,
    onFailure: (error) => {
      throw error
    },
  })
  chain.producer.start()
  onTestFinished(() => chain.producer.close())
  return chain
}

const address = (at: number): `0x${string}` => numberToHex(0x1000 + (at % 40), { size: 20 })
const contract = '0x52C84043CD9c865236f11d9Fc9F56aa003c1f922'
let signedTxs: readonly Uint8Array[] | undefined

/** The creation of a contract, then 400 transactions that change its slot or one of 40 accounts. */
async function transactions(): Promise<readonly Uint8Array[]> {
  const sign = (nonce: number, data: object): Promise<`0x${string}`> =>
    funded.signTransaction({
      type: 'eip1559',
      chainId: 43_112,
      gas: 500_000n,
      maxFeePerGas: 10n ** 11n,
      maxPriorityFeePerGas: 0n,
      nonce,
      ...data,
    })
  const all = Array.from({ length: 400 }, (_, at) =>
    at % 3 === 0
      ? {
          to: contract,
          data: encodeFunctionData({
            abi: counterAbi,
            functionName: 'set',
            args: [BigInt(at % 7)],
          }),
        }
      : { to: address(at), value: BigInt(at) },
  )
  const signed = await Promise.all([
    sign(0, { data: counter }),
    ...all.map((data, at) => sign(at + 1, data)),
  ])
  return signed.map(bytesOf)
}

/** Executes transactions, each in its own block. */
async function execute(chain: CChain, from: number, to: number): Promise<void> {
  signedTxs ??= await transactions()
  for (const bytes of signedTxs.slice(from, to)) await chain.producer.issue(chain.vm.parse(bytes))
}

async function nodesOf(store: Store): Promise<number> {
  let count = 0
  for await (const _ of scan(store, nodePrefix)) count++
  return count
}

const rootsOf = async (chain: CChain): Promise<readonly unknown[]> =>
  Promise.all(
    Array.from({ length: Number(chain.vm.tip.header.number) }, async (_, at) => {
      const block = await chain.vm.archive.byHeight(BigInt(at + 1))
      return [block?.header.stateRoot, block?.header.gasUsed]
    }),
  )

test('old states are removed, and the chain continues with the same blocks as without pruning', async () => {
  const [store, full] = [memoryStore(), memoryStore()]
  const first = await opened(store)
  await execute(first, 0, 350)
  const kept = await opened(full, false)
  await execute(kept, 0, 401)
  // After reopening, the first block removes what is old by then.
  await first.producer.close()
  const second = await opened(store)
  await execute(second, 350, 401)
  expect(await rootsOf(second)).toEqual(await rootsOf(kept))
  expect((await nodesOf(store)) * 1.2).toBeLessThan(await nodesOf(full))
  expect(second.vm.tip.header.number).toBe(401n)
  expect([second.vm.oldestState, kept.vm.oldestState]).toEqual([369n, 0n])
  // A node that keeps states from now on lacks those that were removed.
  await second.producer.close()
  const archival = await opened(store, false)
  expect(archival.vm.oldestState).toBeGreaterThan(90n)
  expect(archival.vm.oldestState).toBeLessThan(369n)
})

test('the remaining nodes are verified, and a missing node is found', async () => {
  const store = memoryStore()
  const before = await opened(store)
  await execute(before, 0, 370)
  await before.producer.close()
  const chain = await opened(store)
  await execute(chain, 370, 380)
  const options = cChainOf(services.network, defaults)
  const verified = async (): Promise<void> => {
    const scratch = memoryStore()
    const replay = await replayCChain(store, scratch, options)
    if (replay === undefined) throw new Error('nothing was made again')
    await verifyChains(store, scratch, [replay])
  }
  await expect(verified()).resolves.toBeUndefined()
  const root = Buffer.from(chain.vm.tip.header.stateRoot.slice(2), 'hex')
  await store.write([remove(Buffer.concat([nodePrefix, root]))])
  await expect(verified()).rejects.toThrow('the state of block 380 is not complete')
})

test('reads of a removed state return an error with the reason', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rpcloom-'))
  const node = await running({ dev: true, pruningEnabled: true, memory: false, dataDir: folder })
  onTestFinished(async () => {
    await node.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const hash = await node.wallet.deployContract({ abi: counterAbi, bytecode: counter })
  const { contractAddress } = await node.reader.waitForTransactionReceipt({ hash })
  await node.ask('anvil_mine', ['0x27'])
  const call = {
    to: contractAddress,
    data: encodeFunctionData({ abi: counterAbi, functionName: 'get' }),
  }
  const pruned = { code: -32_000, data: { reason: 'stateUnavailable' } }
  const reads: readonly (readonly [string, readonly unknown[]])[] = [
    ['eth_getBalance', [funded.address]],
    ['eth_getCode', [contractAddress]],
    ['eth_getStorageAt', [contractAddress, '0x0']],
    ['eth_getTransactionCount', [funded.address]],
    ['eth_call', [call]],
    ['eth_estimateGas', [call]],
    ['eth_createAccessList', [call]],
    ['debug_traceCall', [call]],
    ['eth_simulateV1', [{ blockStateCalls: [{}] }]],
  ]
  for (const [method, params] of reads) {
    // The last block is 41, so the state of block 9 is the oldest one kept.
    const old = await node.ask(method, [...params, '0x8'])
    expect(old.error, method).toMatchObject(pruned)
    expect(old.error?.message).toMatch(
      /^missing trie node [\da-f]{64} \(path \) state 0x[\da-f]{64} is not available$/,
    )
    expect(await node.ask(method, [...params, '0x9']), method).toHaveProperty('result')
  }
  const traced = await node.ask('debug_traceTransaction', [hash])
  expect(traced.error).toMatchObject({
    ...pruned,
    message: 'required historical state unavailable',
  })
  // Blocks, receipts and logs are kept.
  expect(await node.ask('eth_getTransactionReceipt', [hash])).toHaveProperty('result.status', '0x1')
  const { result } = await node.ask('eth_capabilities')
  expect(result).toMatchObject({ state: { oldestBlock: '0x9' }, blocks: { oldestBlock: '0x0' } })
})

test('a node that was read during its removal is written again', async () => {
  const store = memoryStore()
  const { vm } = await opened(store)
  const { header } = vm.tip
  let release = (): void => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const slow = {
    ...store,
    get: async (key: Uint8Array) => {
      const value = await store.get(key)
      await held
      return value
    },
  }
  const engine = new EvmEngine(slow, vm.rules, async () => undefined)
  const read = engine.state(header)
  engine.forget()
  release()
  await read
  const { db } = await engine.open(hexOf(KECCAK256_RLP), header)
  db.put(bytesOf(header.stateRoot), Uint8Array.of(1))
  expect(db.written()).toHaveLength(1)
})
