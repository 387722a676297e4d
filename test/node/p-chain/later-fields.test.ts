import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encode, type ID } from '../../../packages/node/src/codec/field.ts'
import { idText, nodeIDText } from '../../../packages/node/src/codec/ids.ts'
import { PlatformUtxo } from '../../../packages/node/src/codec/p-chain.ts'
import { checkedHex } from '../../../packages/node/src/codec/text.ts'
import { uptimes } from '../../../packages/node/src/p-chain/state/records.ts'
import { PlatformState } from '../../../packages/node/src/p-chain/state/state.ts'
import { call } from '../requests.ts'
import { C, funded as rich, X } from '../x-chain/wallet.ts'
import { DAY } from './chain.ts'
import { anna, openPopulatedNode, NATIVE_UNITS, onP, type PopulatedNode } from './populated-node.ts'
import { NOBODY } from './l1.ts'
import { funded, signedBy, spend, sum, testNode, type Coin } from './wallet.ts'

// Methods of service.md whose results change after imports from other chains, and after staking periods end.

let world: PopulatedNode
beforeAll(async () => {
  world = await openPopulatedNode()
})
afterAll(() => world.node.close())
const ask: PopulatedNode['ask'] = (...given) => world.ask(...given)
const id = expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{33,52}$/)
const number = expect.any(Number)

describe('UTXOs from other chains', () => {
  const coins = (from: ID, count: number): Coin[] =>
    Array.from({ length: count }, (_, outputIndex) => ({
      txID: from,
      outputIndex,
      ...sum(anna, BigInt(outputIndex + 1)),
    }))

  test('are read in pages, separately for each chain', async () => {
    const state = new PlatformState(world.store)
    for (const [chain, count] of [
      [X, 5],
      [C, 3],
    ] as const)
      for (const coin of coins(chain, count)) await world.store.write(state.from(chain).added(coin))
    for (const [chain, name, count] of [
      [X, 'X', 5],
      [C, 'C', 3],
      [X, idText(X), 5],
    ] as const) {
      const found: string[] = []
      let startIndex: unknown
      for (let left = count; left > 0; left -= 2) {
        const page = await ask('getUTXOs', {
          addresses: [onP(anna)],
          sourceChain: name,
          limit: 2,
          ...(startIndex !== undefined && { startIndex }),
        })
        expect(page['numFetched']).toBe(String(Math.min(2, left)))
        found.push(...(page['utxos'] as string[]))
        startIndex = page['endIndex']
      }
      const want = coins(chain, count).map((coin) => checkedHex(encode(PlatformUtxo, coin)))
      expect(found.sort()).toEqual(want.sort())
    }
  })

  test('disappear once they are imported', async () => {
    const [coin] = coins(C, 1)
    if (coin === undefined) throw new Error('no coin')
    const { store, client } = world
    const big = { ...coin, txID: NOBODY, ...sum(rich, NATIVE_UNITS) }
    await store.write(new PlatformState(store).from(C).added(big))
    const body = { kind: 'importTx', sourceChain: C, importedInputs: [spend(big)] } as const
    const tx = checkedHex(signedBy(rich, funded(body, [], rich)))
    await client.pChain.issueTx({ tx })
    const { utxos } = await client.pChain.getUTXOs({ addresses: [onP(rich)], sourceChain: 'C' })
    expect(utxos).toEqual([])
  })

  test('of more than 1,024 addresses are rejected, and stakes of more than 256', async () => {
    const many = (count: number): string[] => Array.from({ length: count }, () => onP(anna))
    const refuses = (method: string, count: number): Promise<unknown> =>
      call(`${world.node.url}/ext/bc/P`, `platform.${method}`, { addresses: many(count) })
    expect(await refuses('getUTXOs', 1025)).toHaveProperty('error')
    expect(await refuses('getStake', 257)).toHaveProperty('error')
    expect(await refuses('getStake', 256)).toHaveProperty('result')
  })
})

describe('at the end of stakers', () => {
  test('blocks contain a proposal and its option, which aborts the reward of an offline validator', async () => {
    const { store, clock, made } = world
    await store.write([uptimes.put(700_000, testNode(1).nodeID)])
    clock.advance(Number(10n * DAY))
    const gone = async (): Promise<boolean> => {
      const [each] = (
        await world.client.pChain.getCurrentValidators({
          nodeIDs: [nodeIDText(testNode(1).nodeID)],
        })
      ).validators
      return each !== undefined && 'delegatorCount' in each && each.delegatorCount === 0n
    }
    await expect.poll(gone).toBe(true)
    const height = Number((await ask('getHeight'))['height'])
    const blocks = await Promise.all(
      [height - 1, height].map(async (at) =>
        ask('getBlockByHeight', { height: at, encoding: 'json' }),
      ),
    )
    const link = { parentID: id, time: number, id }
    const [proposal, option] = blocks.map(({ block }) => block as Record<string, unknown>)
    expect(option).toEqual({ ...link, height })
    expect(proposal).toEqual({
      ...link,
      height: height - 1,
      txs: [],
      tx: { unsignedTx: { txID: idText(made.delegator) }, credentials: [], id },
    })
    const { id: txID } = (proposal ?? {})['tx'] as { readonly id: string }
    expect(await ask('getTxStatus', { txID })).toEqual({ status: 'Aborted' })
    expect(await ask('getRewardUTXOs', { txID: idText(made.delegator) })).toMatchObject({
      numFetched: '0',
    })
  })

  test('a node that no longer validates still follows the chains', async () => {
    world.clock.advance(Number(400n * DAY))
    await expect
      .poll(() => ask('getBlockchainStatus', { blockchainID: 'X' }))
      .toEqual({ status: 'Syncing' })
    expect(await ask('getCurrentValidators')).toEqual({ validators: [] })
    const { error } = await call(`${world.node.url}/ext/info`, 'info.uptime')
    expect(error).toBeDefined()
  })
})
