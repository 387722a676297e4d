import { memoryStore, MovableClock, type Store } from '@native-node/node'
import { describe, expect, onTestFinished, test } from 'vitest'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Address, PrivateKeyAccount } from 'viem'
import type { PoolLimits } from '../../../packages/node/src/c-chain/chain/pool.ts'
import { parseEvm, type EvmTx } from '../../../packages/node/src/c-chain/chain/tx.ts'
import { bytesOf } from '../../../packages/node/src/c-chain/hex.ts'
import { pooledPrefix } from '../../../packages/node/src/c-chain/tables.ts'
import type { CChain } from '../../../packages/node/src/c-chain/chain/c-chain.ts'
import { openCChain } from '../../../packages/node/src/c-chain/open.ts'
import { localLimits } from '../../../packages/node/src/c-chain/api/evm/parts.ts'
import { dropExpired, submit } from '../../../packages/node/src/c-chain/api/evm/submit.ts'
import { localGenesis } from '../../../packages/node/src/network/genesis/local.ts'
import { networkOf } from '../../../packages/node/src/network/network.ts'
import { defaults } from '../../../packages/node/src/settings/settings.ts'
import { scan } from '../../../packages/node/src/store/store.ts'
import { funded } from './running.ts'

/** Ten gwei. With a tip of a hundred times this amount, a transaction pays for a whole block. */
const UNIT = 10n ** 10n

interface Options {
  readonly store?: Store
  readonly limits?: Partial<PoolLimits>
  readonly blockTime?: number
  readonly clock?: MovableClock
}

async function opened({
  store,
  limits = {},
  blockTime = 0,
  clock = MovableClock.running(),
}: Options = {}): Promise<CChain> {
  const chain = await openCChain(store ?? memoryStore(), {
    network: networkOf(localGenesis),
    clock,
    settings: { ...defaults, blockTime },
    poolLimits: limits,
    onFailure: (error) => {
      throw error
    },
  })
  chain.producer.start()
  onTestFinished(() => chain.producer.close())
  return chain
}

interface Sent {
  readonly nonce: number
  readonly price?: bigint
  readonly tip?: bigint
  readonly from?: PrivateKeyAccount
  readonly to?: Address
  readonly value?: bigint
}

async function expectDropped({ producer }: CChain, { id }: EvmTx, rule: string): Promise<void> {
  const status = await producer.status(id, async () => undefined)
  expect(status).toMatchObject({ kind: 'dropped', error: { rule } })
}

async function signed(chain: CChain, sent: Sent): Promise<EvmTx> {
  const { nonce, price = 100n * UNIT, tip = price, from = funded, to = funded.address } = sent
  const bytes = await from.signTransaction({
    type: 'eip1559',
    chainId: 43_112,
    nonce,
    to,
    value: sent.value ?? 0n,
    gas: 21_000n,
    maxFeePerGas: price,
    maxPriorityFeePerGas: tip,
  })
  return parseEvm(bytesOf(bytes), chain.vm.rules)
}

async function send(chain: CChain, sent: Sent): Promise<EvmTx> {
  const tx = await signed(chain, sent)
  await submit(chain, localLimits, tx)
  return tx
}

/** Adds a transaction without checking the balance of its sender. */
async function enqueue(chain: CChain, sent: Sent): Promise<EvmTx> {
  const tx = await signed(chain, sent)
  await chain.producer.enqueue(tx)
  return tx
}

const account = (): PrivateKeyAccount => privateKeyToAccount(generatePrivateKey())
const hashes = (chain: CChain): readonly string[] =>
  [...chain.pool.senders().values()].flat().map(({ hash }) => hash)
const nextNonce = async (chain: CChain): Promise<bigint> =>
  (await chain.vm.account(`0x${funded.address.slice(2).toLowerCase()}`)).nonce
const refused = (reason: string) => expect.objectContaining({ name: 'Refusal', reason })

async function kept(store: Store): Promise<number> {
  let count = 0
  for await (const _ of scan(store, pooledPrefix)) count++
  return count
}

test.each([
  ['less than a tenth more', 109n, 109n, false],
  ['a tenth more in fee only', 110n, 100n, false],
  ['a tenth more in tip only', 100n, 110n, false],
  ['a tenth more', 110n, 110n, true],
])('a replacement that pays %s', async (_, price, tip, isTaken) => {
  const chain = await opened()
  const old = await send(chain, { nonce: 1, price: 100n * UNIT, tip: 90n * UNIT })
  const offer = { nonce: 1, price: price * UNIT, tip: (tip * 9n * UNIT) / 10n }
  if (isTaken) {
    const better = await send(chain, offer)
    expect(hashes(chain)).toEqual([better.hash])
    await expectDropped(chain, old, 'replaced')
  } else {
    await expect(send(chain, offer)).rejects.toEqual(refused('replacementUnderpriced'))
    expect(hashes(chain)).toEqual([old.hash])
  }
})

test('transactions after a nonce gap wait, and are executed in order when it is filled', async () => {
  const chain = await opened()
  const third = await send(chain, { nonce: 2, price: 500n * UNIT })
  const second = await send(chain, { nonce: 1 })
  expect([chain.vm.tip.header.number, hashes(chain)]).toEqual([0n, [second.hash, third.hash]])
  const first = await send(chain, { nonce: 0 })
  await chain.producer.idle()
  expect(hashes(chain)).toEqual([])
  expect(await nextNonce(chain)).toBe(3n)
  const places = await Promise.all(
    [first, second, third].map(({ hash }) => chain.vm.archive.transaction(hash)),
  )
  // The first one may have its own block.
  const order = places.map((place) => Number(place?.block.header.number) * 10 + (place?.index ?? 0))
  expect(order).toEqual([...order].sort((a, b) => a - b))
})

test('a sender can have as many transactions as the limit, not counting replacements', async () => {
  const chain = await opened({ limits: { perSender: 2 } })
  await send(chain, { nonce: 1 })
  await send(chain, { nonce: 2 })
  await expect(send(chain, { nonce: 3, price: 900n * UNIT })).rejects.toEqual(refused('poolFull'))
  await send(chain, { nonce: 2, price: 200n * UNIT })
  await enqueue(chain, { nonce: 1, from: account() })
  expect(hashes(chain)).toHaveLength(3)
})

describe('future transactions, after a nonce gap', () => {
  const sorted = (txs: readonly EvmTx[]): readonly string[] => txs.map(({ hash }) => hash).sort()
  const left = (chain: CChain): readonly string[] => [...hashes(chain)].sort()

  test('are limited for each sender: a lower nonce displaces the highest', async () => {
    const store = memoryStore()
    const chain = await opened({ store, limits: { futurePerSender: 2 } })
    const third = await send(chain, { nonce: 3 })
    const fifth = await send(chain, { nonce: 5 })
    await expect(send(chain, { nonce: 6 })).rejects.toEqual(refused('poolFull'))
    const second = await send(chain, { nonce: 2 })
    expect(left(chain)).toEqual(sorted([second, third]))
    await expectDropped(chain, fifth, 'replaced')
    // Transactions that a block can include do not count.
    await send(chain, { nonce: 0 })
    await send(chain, { nonce: 1 })
    await chain.producer.idle()
    expect([await nextNonce(chain), await kept(store)]).toEqual([4n, 0])
    await send(chain, { nonce: 5 })
    await send(chain, { nonce: 6 })
    await expect(send(chain, { nonce: 7 })).rejects.toEqual(refused('poolFull'))
  })

  test('do not include transactions whose predecessors wait for the next block', async () => {
    const chain = await opened({ blockTime: 3_600_000, limits: { futurePerSender: 1 } })
    for (const nonce of [0, 1, 2]) await send(chain, { nonce })
    await chain.producer.produce()
    for (const nonce of [3, 4, 6]) await send(chain, { nonce })
    await expect(send(chain, { nonce: 7 })).rejects.toEqual(refused('poolFull'))
    expect(hashes(chain)).toHaveLength(3)
  })

  test('are limited in total: transactions of the least recently active sender are dropped first', async () => {
    const chain = await opened({ limits: { futureTotal: 3 } })
    const [first, second] = [account(), account()]
    for (const [nonce, from] of [
      [0, first],
      [1, second],
    ] as const) {
      await send(chain, { nonce, to: from.address, value: 10n ** 18n })
    }
    const early = [await send(chain, { nonce: 4, from: first })]
    const late = await send(chain, { nonce: 4, from: second })
    early.push(await send(chain, { nonce: 5, from: first }))
    const own = [await send(chain, { nonce: 9 })]
    expect(left(chain)).toEqual(sorted([...early, ...own]))
    own.push(await send(chain, { nonce: 10 }))
    expect(left(chain)).toEqual(sorted([...early.slice(0, 1), ...own]))
    await expectDropped(chain, late, 'replaced')
  })

  test('are dropped a lifetime after the last transaction of their sender', async () => {
    const store = memoryStore()
    const clock = MovableClock.standing(Date.now())
    const hour = 3_600_000
    const chain = await opened({ store, clock })
    const tx = await send(chain, { nonce: 3 })
    clock.advance(2 * hour)
    await send(chain, { nonce: 4 })
    clock.advance(2 * hour)
    await dropExpired(chain)
    expect(hashes(chain)).toHaveLength(2)
    clock.advance(hour)
    await dropExpired(chain)
    expect([hashes(chain), await kept(store)]).toEqual([[], 0])
    await expectDropped(chain, tx, 'dropped')
  })
})

test('a full pool evicts its cheapest transaction for one that pays more', async () => {
  const store = memoryStore()
  const chain = await opened({ store, limits: { total: 3 } })
  const [cheap, dear] = [account(), account()]
  await enqueue(chain, { nonce: 1, price: 300n * UNIT, from: dear })
  const first = await enqueue(chain, { nonce: 1, from: cheap })
  const last = await enqueue(chain, { nonce: 2, from: cheap })
  await expect(send(chain, { nonce: 1 })).rejects.toEqual(refused('poolFull'))
  expect(hashes(chain)).toContain(last.hash)
  const taken = await send(chain, { nonce: 1, price: 200n * UNIT })
  expect(hashes(chain)).toContain(taken.hash)
  expect(hashes(chain)).toContain(first.hash)
  expect(hashes(chain)).not.toContain(last.hash)
  await expectDropped(chain, last, 'replaced')
  // A cheaper transaction of the same sender must not be evicted for it.
  await expect(enqueue(chain, { nonce: 3, price: 100n * UNIT, from: cheap })).rejects.toEqual(
    refused('poolFull'),
  )
  expect(await kept(store)).toBe(3)
})

test('transactions with the highest tip above the base fee come first', async () => {
  const chain = await opened()
  const [generous, bound] = [account(), account()]
  // The base fee is 22.5 units: the first one could pay a tip of 24 units, but has only 1.5 left.
  const late = await enqueue(chain, { nonce: 1, price: 24n * UNIT, from: bound })
  const early = await enqueue(chain, {
    nonce: 1,
    price: 100n * UNIT,
    tip: 2n * UNIT,
    from: generous,
  })
  expect([...chain.pool.all()].map(({ id }) => id)).toEqual([early.id, late.id])
})

test('a sender must be able to pay for all its pending transactions', async () => {
  const chain = await opened({ blockTime: 60_000 })
  const { balance } = await chain.vm.account(`0x${funded.address.slice(2).toLowerCase()}`)
  const gas = 21_000n * 100n * UNIT
  const queued = gas + balance / 2n
  await send(chain, { nonce: 0, value: balance / 2n })
  const rest = balance - queued - gas
  await expect(send(chain, { nonce: 1, value: rest + 1n })).rejects.toThrow(
    `insufficient funds for gas * price + value: balance ${balance}, queued cost ${queued}, tx cost ${balance - queued + 1n}, overshot 1`,
  )
  await send(chain, { nonce: 1, value: rest })
  const bumped = { nonce: 1, value: rest, price: 110n * UNIT }
  await expect(send(chain, bumped)).rejects.toThrow(
    `balance ${balance}, queued cost ${balance}, tx bumped ${gas / 10n}, overshot ${gas / 10n}`,
  )
})

test('pending transactions survive a restart; replaced and evicted ones do not return', async () => {
  const store = memoryStore()
  const before = await opened({ store, limits: { total: 2 } })
  await send(before, { nonce: 2 })
  const better = await send(before, { nonce: 2, price: 200n * UNIT })
  await enqueue(before, { nonce: 1, from: account() })
  const second = await enqueue(before, { nonce: 1, price: 300n * UNIT })
  await before.producer.close()
  expect(await kept(store)).toBe(2)

  const after = await opened({ store, limits: { total: 2 } })
  expect(hashes(after)).toEqual([second.hash, better.hash])
})

test('a transaction that is accepted immediately removes the one that it replaced', async () => {
  const store = memoryStore()
  const chain = await opened({ store })
  await enqueue(chain, { nonce: 0, price: 5n * UNIT, tip: 0n })
  await chain.producer.idle()
  expect([hashes(chain).length, await kept(store)]).toEqual([1, 1])
  await send(chain, { nonce: 0, price: 500n * UNIT })
  await chain.producer.idle()
  expect(await nextNonce(chain)).toBe(1n)
  expect([hashes(chain), await kept(store)]).toEqual([[], 0])
})

test('accepted transactions with a block time survive a restart', async () => {
  const store = memoryStore()
  const before = await opened({ store, blockTime: 3_600_000 })
  const txs = [await send(before, { nonce: 0 }), await send(before, { nonce: 1 })]
  await before.producer.close()

  const after = await opened({ store, blockTime: 3_600_000 })
  expect(hashes(after)).toEqual(txs.map(({ hash }) => hash))
  await after.producer.produce()
  expect(await nextNonce(after)).toBe(2n)
  expect(await kept(store)).toBe(0)
})
