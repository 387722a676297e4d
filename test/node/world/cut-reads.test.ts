import type { Client } from '@native-node/client'
import { memoryStore, type NodeOptions } from '@native-node/node'
import { expect, test } from 'vitest'
import { parseNodeID, ZERO_ID } from '../../../packages/node/src/codec/ids.ts'
import { openNode } from '../open-node.ts'
import { owned, sum } from '../p-chain/wallet.ts'
import { amount, funded, funding, issue, someone, type Owner } from '../x-chain/wallet.ts'
import { cutStore, type Cut, type Work } from './cut-store.ts'
import { evmAccount, issueSigned, onC, onP } from './world.ts'

// Accepts a block after each store read of a method in turn: the result must be from the state before it or after
// it.

const [anna, carl, dora] = [someone(1), someone(3), someone(4)]
const UNITS = 10n ** 9n
const onPlatform = ({ text }: Owner): string => `P-${text.slice(2)}`

type During<T> = (at: number, read: () => Promise<T>, work: Work) => Promise<Cut<T>>

/** Accepts a block after each read of a method, or after the first `most`; resolves with their number. */
async function everyCut<T>(
  during: During<T>,
  read: () => Promise<T>,
  work: Work,
  most = Infinity,
): Promise<number> {
  for (let at = 1; at <= most; at++) {
    const before = await read()
    const { value, isCut } = await during(at, read, work)
    if (!isCut) return at - 1
    const after = await read()
    expect(after).not.toEqual(before)
    expect([before, after]).toContainEqual(value)
  }
  return most
}

async function opened(options: NodeOptions = {}): Promise<{
  readonly client: Client
  readonly during: ReturnType<typeof cutStore>['during']
}> {
  const { store, during } = cutStore(memoryStore())
  const { client } = await openNode({ ...options, openStore: async () => store })
  return { client, during }
}

/** Delegates to the first validator, each time a different amount. */
async function delegate(client: Client, owner: Owner): Promise<void> {
  const [validator] = (await client.pChain.getCurrentValidators({})).validators
  const nodeID = validator && parseNodeID(validator.nodeID)
  if (nodeID === undefined) throw new Error('no validator')
  const weight = 25n * UNITS
  const end = BigInt(Math.floor(Date.now() / 1000)) + 20n * 86_400n
  const signed = await onP(client, funded, {
    kind: 'addPermissionlessDelegatorTx',
    validator: { nodeID, start: 0n, end, weight },
    subnetID: ZERO_ID,
    stake: [sum(owner, weight)],
    rewardsOwner: owned(owner),
  })
  if (signed === undefined) throw new Error('cannot pay')
  await issueSigned(client, signed)
}

test('platform.getStake of two addresses, one of which delegates after the other', async () => {
  const { client, during } = await opened()
  const read = async (): Promise<bigint> =>
    (await client.pChain.getStake({ addresses: [onPlatform(carl), onPlatform(dora)] })).staked
  const reads = await everyCut(during, read, async () => {
    await delegate(client, carl)
    await delegate(client, dora)
  })
  expect(reads).toBe(2)
})

test('platform.getValidatorsAt of the last height and of the next one', async () => {
  const { client, during } = await opened()
  const reads = await everyCut(
    during,
    () => client.pChain.getValidatorsAt({ height: 'proposed' }),
    () => delegate(client, carl),
  )
  expect(reads).toBeGreaterThan(2)
})

test('xvm.getAddressTxs reads the store once', async () => {
  const { client, during } = await opened({ indexTransactions: true })
  const reads = await everyCut(
    during,
    () => client.xChain.getAddressTxs({ address: anna.text, assetID: 'NATIVE' }),
    async () => {
      const outputs = [amount([anna], UNITS)]
      await issue(client, funded, {
        kind: 'baseTx',
        ...(await funding(client, funded, outputs)),
      })
    },
  )
  expect(reads).toBe(1)
})

const word = (number: number): string => number.toString(16).padStart(2, '0')
const account = (owner: Owner): string => evmAccount(owner).address.slice(2)
/** PUSH20 address, BALANCE, PUSH1 at, MSTORE for two accounts, and RETURN of both. */
const twoBalances = `0x${[anna, carl]
  .map((owner, at) => `73${account(owner)}3160${word(32 * at)}52`)
  .join('')}60405ff3` as const
const reader = '0x00000000000000000000000000000000000c0de0'

test.each<readonly [string, (client: Client) => Promise<unknown>]>([
  [
    'eth_call that reads the balances of two accounts',
    ({ cChain }) => cChain.eth.call({ to: reader }, 'latest', { [reader]: { code: twoBalances } }),
  ],
  ['eth_getLogs', ({ cChain }) => cChain.eth.getLogs({ fromBlock: 0n, toBlock: 'latest' })],
  ['eth_getLogs of the last block', ({ cChain }) => cChain.eth.getLogs({})],
])(
  '%s',
  async (_, ask) => {
    const kept = memoryStore()
    const { store, during } = cutStore(kept)
    // A new node per call, with empty caches.
    const once = async <T>(work: (client: Client) => Promise<T>): Promise<T> => {
      const node = await openNode({ openStore: async () => ({ ...store, close: async () => {} }) })
      try {
        return await work(node.client)
      } finally {
        await node.close()
      }
    }
    // Requesting it would wait for the state that the method is about to read.
    let nonce = 0n
    const send = async (client: Client): Promise<void> => {
      for (const owner of [anna, carl]) {
        const call = { to: evmAccount(owner).address, value: 7n }
        await issueSigned(client, await onC(funded, nonce++, call))
      }
      // LOG0 of nothing, in the constructor.
      await issueSigned(client, await onC(funded, nonce++, { data: '0x5f5fa0' }))
    }
    let client: Client | undefined
    await once(send)
    const reads = await everyCut(
      (at, _read, work) =>
        once(async (own) => {
          client = own
          return during(at, () => ask(own), work)
        }),
      () => once(ask),
      async () => client && send(client),
      8,
    )
    expect(reads).toBeGreaterThan(0)
  },
  60_000,
)
