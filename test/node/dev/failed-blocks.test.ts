import { memoryStore, StoreError } from '@native-node/node'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test, vi } from 'vitest'
import { inBatch, devRpc, first, someone } from './rpc.ts'

/** The second test account. */
const account = privateKeyToAccount(
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
)
const GWEI = 10n ** 9n
const hex = (value: bigint | number): string => `0x${value.toString(16)}`

interface Header {
  readonly number: string
  readonly timestamp: string
  readonly baseFeePerGas: string
  readonly difficulty: string
}

/** A development node whose disk is full while `disk.isFull` is true. */
async function nodeOnDisk() {
  const store = memoryStore()
  const disk = { isFull: false }
  const write: typeof store.write = async (changes) => {
    if (disk.isFull) throw new StoreError('full', 'no space left')
    return store.write(changes)
  }
  const openStore = async () => ({ ...store, write })
  return { disk, ...(await devRpc({ openStore, logLevel: 'crit' })) }
}

test('a failed block keeps what was set for the next one, and the next one uses it up', async () => {
  const { disk, ask, result } = await nodeOnDisk()
  const last = () => result<Header>('eth_getBlockByNumber', 'latest', false)
  const before = await last()
  const time = BigInt(before.timestamp) + 5000n
  await result('evm_setNextBlockTimestamp', hex(time))
  await result('hardhat_setNextBlockBaseFeePerGas', hex(7n * GWEI))
  await result('hardhat_setPrevRandao', `0x${'77'.padStart(64, '0')}`)
  disk.isFull = true
  expect((await ask('evm_mine')).error?.data).toMatchObject({ fault: 'full' })
  disk.isFull = false
  await vi.waitFor(async () => expect((await ask('evm_mine')).error).toBeUndefined(), 5000)
  expect(await last()).toMatchObject({
    number: hex(BigInt(before.number) + 1n),
    timestamp: hex(time),
    baseFeePerGas: hex(7n * GWEI),
    difficulty: '0x77',
  })
  await result('evm_mine')
  expect((await last()).baseFeePerGas).not.toBe(hex(7n * GWEI))
  expect((await last()).difficulty).toBe(before.difficulty)
})

test('a transaction stays pending if the one that would replace it is not built', async () => {
  const { disk, ask, result } = await nodeOnDisk()
  const send = (price: bigint, nonce: number) =>
    ask('eth_sendTransaction', {
      from: first,
      to: someone,
      gas: hex(21_000),
      gasPrice: hex(price * GWEI),
      nonce: hex(nonce),
    })
  // The first is too cheap for the next block, and the second comes after a gap.
  await result('hardhat_setNextBlockBaseFeePerGas', hex(50n * GWEI))
  const sent = [await send(20n, 0), await send(60n, 2)].map(({ result: hash }) => hash)
  disk.isFull = true
  for (const nonce of [0, 2])
    expect((await send(100n, nonce)).error?.data).toMatchObject({ fault: 'full' })
  disk.isFull = false
  const pending = sent.map((hash) => result('eth_getTransactionByHash', hash))
  expect(await Promise.all(pending)).toMatchObject(sent.map((hash) => ({ hash })))
  const missing = await send(100n, 1)
  expect(missing.error).toBeUndefined()
  await result('hardhat_setNextBlockBaseFeePerGas', hex(GWEI))
  await vi.waitFor(async () => {
    await result('evm_mine')
    for (const hash of sent)
      expect(await result('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' })
  }, 5000)
})

test('a transaction stays pending if a block refuses the one that would replace it', async () => {
  const { url, result } = await nodeOnDisk()
  const signed = (nonce: number, value: bigint, price: bigint) =>
    account.signTransaction({
      chainId: 43_112,
      to: someone,
      gas: 21_000n,
      nonce,
      value,
      gasPrice: price * GWEI,
    })
  const waiting = await result('eth_sendRawTransaction', await signed(1, 1n, 20n))
  // Each can be paid without the other.
  const most = 6000n * 10n ** 18n
  const raws = [await signed(0, most, 100n), await signed(1, most, 100n)]
  const sent = raws.map((raw) => [raw])
  expect(await inBatch(url, 'eth_sendRawTransaction', sent)).toMatchObject([
    { result: expect.any(String) as unknown },
    { error: { code: -32_000 } },
  ])
  await vi.waitFor(async () =>
    expect(await result('eth_getTransactionReceipt', waiting)).toMatchObject({ status: '0x1' }),
  )
})

test('a revert drops what was set for the next block', async () => {
  const { result } = await nodeOnDisk()
  const snapshot = await result('evm_snapshot')
  await result('hardhat_setNextBlockBaseFeePerGas', hex(7n * GWEI))
  await result('evm_revert', snapshot)
  await result('evm_mine')
  const { baseFeePerGas } = await result<Header>('eth_getBlockByNumber', 'latest', false)
  expect(BigInt(baseFeePerGas)).toBe(GWEI)
})
