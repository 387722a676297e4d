import { createClient, http } from '@native-node/client'
import { memoryStore, type Change, type Store } from '@native-node/node'
import { startNode, testClock } from '@native-node/node/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { scan } from '../../../packages/node/src/store/store.ts'
import { token, tokenAbi } from '../c-chain/contracts.ts'
import { encodeFunctionData } from 'viem'
import { owned, sum, testNode } from '../p-chain/wallet.ts'
import { funded as me, someone } from '../x-chain/wallet.ts'
import {
  evmAccount,
  fromC,
  fromX,
  intoC,
  intoP,
  intoX,
  issueSigned,
  nonceOf,
  onC,
  onP,
  WEI,
  type Signed,
} from './world.ts'

const UNITS = 10n ** 9n
const DAY = 86_400
const anna = someone(1)
/** All entries after a history on all chains. */
const entries: Change[] = []
let now: Date

async function filled(): Promise<Store> {
  const store = memoryStore()
  await store.write(entries)
  return store
}

async function started(store: Store, verify: boolean): Promise<void> {
  const clock = testClock(now)
  await (await startNode({ openStore: async () => store, clock, verify })).close()
}

beforeAll(async () => {
  const store = memoryStore()
  const clock = testClock(new Date('2026-11-22T12:00:00Z'))
  const node = await startNode({ openStore: async () => store, clock })
  const client = createClient({ transport: http(node.url) })
  const issue = async (signed: Signed | undefined): Promise<void> => {
    if (signed === undefined) throw new Error('cannot pay')
    clock.advance(2)
    await issueSigned(client, signed)
  }
  const move = { by: me, to: me, units: 50n * UNITS } as const
  await issue(await fromX(client, { ...move, to: anna }))
  await issue(await fromX(client, { ...move, destination: 'P' }))
  await issue(await fromX(client, { ...move, destination: 'C' }))
  await issue(await intoP(client, me, 'X'))
  await issue(await intoC(client, me, 'X'))
  await issue(await onC(me, await nonceOf(client, me), { data: token, gas: 1_000_000n }))
  const { address: to } = evmAccount(anna)
  await issue(await onC(me, await nonceOf(client, me), { to, value: UNITS * WEI }))
  const receipts = await client.cChain.eth.getBlockReceipts('0x2')
  const data = encodeFunctionData({ abi: tokenAbi, functionName: 'mint', args: [7n] })
  const contract = receipts?.[0]?.contractAddress
  if (!contract) throw new Error('no contract')
  await issue(await onC(me, await nonceOf(client, me), { to: contract, data }))
  const given = encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [to, 3n] })
  await issue(await onC(me, await nonceOf(client, me), { to: contract, data: given }))
  await issue(fromC({ ...move, units: UNITS, destination: 'P' }, await nonceOf(client, me)))
  await issue(fromC({ ...move, units: UNITS, destination: 'X' }, await nonceOf(client, me)))
  await issue(await intoX(client, me, 'C'))
  const validator = testNode(7)
  const end = BigInt(Math.floor(clock.now() / 1000)) + 20n * BigInt(DAY)
  await issue(
    await onP(client, me, {
      kind: 'addPermissionlessValidatorTx',
      validator: { nodeID: validator.nodeID, start: 0n, end, weight: 2_000n * UNITS },
      subnetID: '0'.repeat(64) as never,
      signer: { kind: 'proofOfPossession', ...validator.signer },
      stake: [sum(me, 2_000n * UNITS)],
      validatorRewardsOwner: owned(me),
      delegatorRewardsOwner: owned(me),
      shares: 20_000,
    }),
  )
  clock.advance(30 * DAY)
  while ((await client.pChain.getHeight()).height < 4n) await new Promise(setImmediate)
  await issue(await onP(client, me, { kind: 'baseTx' }, [sum(anna, UNITS)]))
  now = new Date(clock.now())
  await node.close()
  for await (const { key, value } of scan(store, new Uint8Array()))
    entries.push({ kind: 'put', key, value })
}, 60_000)

/** Damages the first entry whose key contains a name, as latin1. */
async function damage(
  store: Store,
  name: string,
  change: (value: Uint8Array) => Uint8Array | undefined,
): Promise<void> {
  const found = entries.findLast(({ key }) => Buffer.from(key).toString('latin1').includes(name))
  if (found?.kind !== 'put') throw new Error(`nothing of ${name}`)
  const value = change(Buffer.from(found.value))
  await store.write([
    value === undefined
      ? { kind: 'delete', key: found.key }
      : { kind: 'put', key: found.key, value },
  ])
}

const flipped = (value: Uint8Array): Uint8Array => {
  const at = value.length - 1
  value[at] = (value[at] ?? 0) ^ 1
  return value
}
const gone = (): undefined => undefined

describe('--verify', () => {
  test('creates the same entries again from the blocks of all chains', async () => {
    expect(entries.length).toBeGreaterThan(100)
    await started(await filled(), true)
  })

  test.each([
    ['utxo/u', flipped],
    ['utxo/u', gone],
    ['utxo/a', gone],
    ['tx/', flipped],
    ['validator/', flipped],
    ['weight/', flipped],
    ['totals/', flipped],
    ['member/', gone],
    ['reward/', gone],
    ['atomic/', gone],
    ['atomic/', flipped],
    ['c/n/', gone],
    ['c/n/', flipped],
    ['c/r/', flipped],
    ['c/l/', gone],
    ['c/x/', gone],
    ['c/h/', flipped],
  ])('rejects a store in which one entry of %s is %o', async (name, change) => {
    const store = await filled()
    await damage(store, name, change)
    await expect(started(store, true)).rejects.toMatchObject({
      name: 'StoreError',
      code: 'corrupt',
      message: expect.stringMatching(/-Chain|shared memory/),
    })
  })

  test('rejects an output that no transaction created', async () => {
    const store = await filled()
    const found = entries.find(({ key }) => Buffer.from(key).toString('latin1').includes('utxo/u'))
    if (found?.kind !== 'put') throw new Error('no output')
    const key = Buffer.from(found.key)
    key[key.length - 1] = (key.at(-1) ?? 0) ^ 1
    await store.write([{ kind: 'put', key, value: found.value }])
    await expect(started(store, true)).rejects.toThrow(/utxo/)
  })
})

describe('every start', () => {
  test.each([
    ['c/b/', gone],
    ['c/b/', flipped],
    ['c/h/', gone],
    ['c/r/', gone],
    ['c/t/', gone],
    ['c/tip', flipped],
    ['block/', gone],
    ['block/', flipped],
    ['height/', gone],
    ['height/', flipped],
    ['last/', flipped],
    ['totals/', gone],
    ['totals/', () => Buffer.from([1])],
  ])('rejects a store in which one entry of %s is %o, with an error code', async (name, change) => {
    const store = await filled()
    await damage(store, name, change)
    await expect(started(store, false)).rejects.toMatchObject({
      name: 'StoreError',
      code: 'corrupt',
      message: expect.stringMatching(/-Chain's data is damaged.*backup/),
    })
  })

  test('accepts a complete store', async () => {
    await started(await filled(), false)
  })
})
