import { memoryStore, StoreError } from '@native-node/node'
import { expect, test, vi } from 'vitest'
import { devRpc } from './rpc.ts'

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

test('a revert drops what was set for the next block', async () => {
  const { result } = await nodeOnDisk()
  const snapshot = await result('evm_snapshot')
  await result('hardhat_setNextBlockBaseFeePerGas', hex(7n * GWEI))
  await result('evm_revert', snapshot)
  await result('evm_mine')
  const { baseFeePerGas } = await result<Header>('eth_getBlockByNumber', 'latest', false)
  expect(BigInt(baseFeePerGas)).toBe(GWEI)
})
