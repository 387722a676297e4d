import { memoryStore, MovableClock, type Store, StoreError } from '@native-node/node'
import { expect, test } from 'vitest'
import type { CChain } from '../../../packages/node/src/c-chain/chain/c-chain.ts'
import { nextHeader } from '../../../packages/node/src/c-chain/chain/next-header.ts'
import { type EvmTx, parseEvm } from '../../../packages/node/src/c-chain/chain/tx.ts'
import { offloadedTx } from '../../../packages/node/src/c-chain/workers/execute-tx.ts'
import { bytesOf, type Hex, hexOf } from '../../../packages/node/src/c-chain/hex.ts'
import { openCChain } from '../../../packages/node/src/c-chain/open.ts'
import { keccak } from '../../../packages/node/src/crypto/keccak.ts'
import { localGenesis } from '../../../packages/node/src/network/genesis/local.ts'
import { networkOf } from '../../../packages/node/src/network/network.ts'
import { defaults } from '../../../packages/node/src/settings/settings.ts'
import { funded } from './running.ts'

// A read of the state can fail while a transaction of a new block runs.

const network = networkOf(localGenesis)
const clock = MovableClock.standing(1_900_000_000_000)
const code = '5f5f5500'

async function open(store: Store, failures: string[]): Promise<CChain> {
  const onFailure = (error: unknown, message: string): unknown =>
    failures.push(`${message}: ${error instanceof Error ? error.message : String(error)}`)
  const chain = await openCChain(store, { network, clock, settings: defaults, onFailure })
  chain.producer.start()
  return chain
}

async function signed(chain: CChain, request: object): Promise<EvmTx> {
  const bytes = await funded.signTransaction({
    type: 'eip1559',
    chainId: 43_112,
    maxFeePerGas: 10n ** 12n,
    maxPriorityFeePerGas: 1n,
    ...request,
  })
  return parseEvm(bytesOf(bytes), chain.vm.rules)
}

/** Returns a store in which a contract is, and the address of the contract. */
async function deployed(): Promise<{ readonly store: Store; readonly to: Hex | undefined }> {
  const store = memoryStore()
  const chain = await open(store, [])
  const data = `0x63${code}5f526004601cf3`
  await chain.producer.enqueue(await signed(chain, { nonce: 0, gas: 1_000_000n, data }))
  await chain.producer.idle()
  const [receipt] = (await chain.vm.archive.receipts(chain.vm.tip.hash)) ?? []
  await chain.producer.close()
  return { store, to: receipt?.contractAddress }
}

/** Returns a store whose next read of a key that contains the bytes fails. */
function failingOnce(
  store: Store,
  bytes: Uint8Array,
): { readonly store: Store; readonly arm: () => void } {
  let isArmed = false
  const get: Store['get'] = async (key) => {
    if (!isArmed || !Buffer.from(key).includes(Buffer.from(bytes))) return store.get(key)
    isArmed = false
    throw new StoreError('io', 'the disk reports an error')
  }
  return { store: { ...store, get }, arm: () => void (isArmed = true) }
}

const codeHash = keccak(bytesOf(`0x${code}`))
const request = { nonce: 1, gas: 100_000n }

test('an unreadable state does not drop a transaction of a new block', async () => {
  const { store, to } = await deployed()
  const failures: string[] = []
  const failing = failingOnce(store, codeHash)
  const chain = await open(failing.store, failures)
  failing.arm()
  await chain.producer.enqueue(await signed(chain, { ...request, to }))
  await expect.poll(() => chain.vm.tip.header.number, { timeout: 10_000 }).toBe(2n)
  expect(await chain.vm.archive.receipts(chain.vm.tip.hash)).toHaveLength(1)
  expect(failures).toEqual([
    'the C-Chain failed to build or write a block: the disk reports an error',
  ])
  await chain.producer.close()
})

test('an unreadable state fails a transaction in a worker with its error', async () => {
  const { store, to } = await deployed()
  const failing = failingOnce(store, codeHash)
  const chain = await open(store, [])
  failing.arm()
  const { bytes } = await signed(chain, { ...request, to })
  const { header } = chain.vm.tip
  const run = chain.workers.run({
    job: () => ({
      kind: 'tx',
      bytes,
      header: nextHeader(chain),
      root: header.stateRoot,
      gasUsed: 0n,
    }),
    reader: failing.store,
    milliseconds: 10_000,
    signal: undefined,
    client: '',
    failure: (why) => new Error(why),
  })
  await expect(run).rejects.toThrow('the disk reports an error')
  await chain.producer.close()
})

test('a transaction that fills the memory of a worker is rejected', async () => {
  const store = memoryStore()
  const chain = await open(store, [])
  const { header } = chain.vm.tip
  // A loop that ends out of gas, long enough for a worker.
  const tx = await signed(chain, { nonce: 0, gas: 5_000_000n, data: '0x5b5f56' })
  const run = offloadedTx({ run: async ({ failure }) => Promise.reject(failure('memory')) })
  const machine = await chain.vm.engine.open(header.stateRoot, header)
  const input = { ...tx, header: nextHeader(chain), gasUsed: 0n }
  expect(await run(machine, input)).toEqual({
    rejected: 'needs more memory than a transaction may use',
  })
  expect(hexOf(await machine.state.getStateRoot())).toBe(header.stateRoot)
  await chain.producer.close()
})
