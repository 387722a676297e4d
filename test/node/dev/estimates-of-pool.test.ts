import { memoryStore, MovableClock } from '@native-node/node'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parseEvm } from '../../../packages/node/src/c-chain/chain/tx.ts'
import { DevVm } from '../../../packages/node/src/c-chain/dev/dev-vm.ts'
import { pooledViews } from '../../../packages/node/src/c-chain/dev/pooled.ts'
import { executeTx } from '../../../packages/node/src/c-chain/engine/executor.ts'
import { bytesOf } from '../../../packages/node/src/c-chain/hex.ts'
import { cChainOf, openWith } from '../../../packages/node/src/c-chain/open.ts'
import { localGenesis } from '../../../packages/node/src/network/genesis/local.ts'
import { networkOf } from '../../../packages/node/src/network/network.ts'
import { defaults } from '../../../packages/node/src/settings/settings.ts'
import { devRpc, first, second, someone } from './rpc.ts'

const hex = (value: bigint | number): string => `0x${value.toString(16)}`
/** Has the funds of the genesis. */
const funded = privateKeyToAccount(
  '0x56289e99c94b6912bfc12adc093c9b51124f0dc54ac7a766b2bc5ccf558d8027',
)
const target = '0x00000000000000000000000000000000000000aa'

test('each transaction of the pool runs once, however many estimates follow', async () => {
  let executed = 0
  const store = memoryStore()
  const services = {
    network: networkOf(localGenesis),
    clock: MovableClock.running(),
    settings: { ...defaults, blockTime: Infinity },
    onFailure: () => {},
  }
  const chain = await openWith(store, services, {
    ...cChainOf(services.network, defaults),
    create: (options) =>
      new DevVm({
        ...options,
        execute: (machine, tx) => {
          executed++
          return executeTx(machine, tx)
        },
      }),
  })
  onTestFinished(() => chain.producer.close())
  chain.producer.start()
  await chain.producer.idle()
  const view = pooledViews(chain, store, () => 0)
  for (let nonce = 0; nonce < 20; nonce++) {
    const raw = await funded.signTransaction({
      chainId: 43_112,
      nonce,
      to: someone,
      value: 1n,
      gas: 21_000n,
      gasPrice: 300n * 10n ** 9n,
    })
    await chain.producer.issue(parseEvm(bytesOf(raw), chain.vm.rules))
    const [{ vm }] = await Promise.all([view(), view()])
    expect((await vm.account(someone)).balance).toBe(BigInt(nonce + 1))
  }
  expect(executed).toBe(20)
})

describe('estimates while blocks are built on request', () => {
  async function waiting() {
    const { result, ask } = await devRpc()
    await result('evm_setAutomine', false)
    return {
      result,
      send: (more: object) => result('eth_sendTransaction', { from: first, ...more }),
      /** Whether a call has an estimate: by default, and for the pending block. */
      async estimates(call: object): Promise<boolean> {
        const params = [[call], [call, 'pending']]
        const answers = await Promise.all(params.map((own) => ask('eth_estimateGas', ...own)))
        const [isPossible, ...others] = answers.map(({ error }) => error === undefined)
        expect(others).toEqual([isPossible])
        return isPossible === true
      },
    }
  }

  test('see more transactions than a block has', async () => {
    const { result, send, estimates } = await waiting()
    // Adds one to its slot 0, and fails from the third call on.
    await result('anvil_setCode', target, '0x5f5460010180600314600f575f55005b5f5ffd')
    for (let at = 0; at < 2; at++) {
      expect(await estimates({ from: second, to: target })).toBe(true)
      await send({ to: target, gas: hex(30_000_000) })
    }
    expect(await estimates({ from: second, to: target })).toBe(false)
  })

  test('do not see what was dropped, replaced or built', async () => {
    const { result, send, estimates } = await waiting()
    const poor = { from: someone, to: second, value: '0x5' }
    const rich = { to: someone, value: hex(10n ** 18n), gas: hex(21_000) }
    const hash = await send({ ...rich, nonce: '0x0' })
    expect(await estimates(poor)).toBe(true)
    await result('anvil_dropTransaction', hash)
    await send({ to: second, value: '0x1', nonce: '0x0' })
    expect(await estimates(poor)).toBe(false)
    await send({ ...rich, nonce: '0x0', gasPrice: hex(100n * 10n ** 9n) })
    expect(await estimates(poor)).toBe(true)
    const snapshot = await result('evm_snapshot')
    await result('evm_mine')
    expect(await estimates(poor)).toBe(true)
    await result('evm_revert', snapshot)
    expect(await estimates(poor)).toBe(true)
    await result('anvil_dropAllTransactions')
    expect(await estimates(poor)).toBe(false)
  })

  test('see the time to which the clock was moved, and what is set for the next block', async () => {
    const { result, send, estimates } = await waiting()
    const { timestamp } = await result<{ readonly timestamp: string }>(
      'eth_getBlockByNumber',
      'latest',
      false,
    )
    const later = (BigInt(timestamp) + 1000n).toString(16)
    // Without data, stores whether the time has come; with data, fails unless that is stored.
    await result(
      'anvil_setCode',
      target,
      `0x36600e5763${later}42115f55005b5f54601757`.concat('5f5ffd5b00'),
    )
    const isStored = () => estimates({ from: second, to: target, data: '0x01' })
    await send({ to: target, gas: hex(100_000) })
    expect(await isStored()).toBe(false)
    await result('anvil_setBlockTimestampInterval', 2000)
    expect(await isStored()).toBe(true)
    await result('anvil_removeBlockTimestampInterval')
    expect(await isStored()).toBe(false)
    await result('evm_increaseTime', 2000)
    expect(await isStored()).toBe(true)
    await result('evm_setNextBlockTimestamp', hex(BigInt(timestamp) + 10n))
    expect(await isStored()).toBe(false)
    await result('hardhat_setNextBlockBaseFeePerGas', hex(10n ** 12n))
    const call = { from: second, to: someone, value: '0x1', maxFeePerGas: hex(10n ** 11n) }
    expect(await estimates(call)).toBe(false)
  })
})
