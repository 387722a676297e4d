import { memoryStore, StoreError, type Store } from '@native-node/node'
import { describe, expect, test } from 'vitest'
import { funded } from '@native-node/node/testing'
import { scan } from '../../../packages/node/src/store/store.ts'
import { openNode } from '../open-node.ts'
import { call } from '../requests.ts'

const user = { username: 'anna', password: 'Correct-Horse-42' }

async function keysOf(store: Store): Promise<readonly string[]> {
  const found: string[] = []
  for await (const { key } of scan(store, new Uint8Array()))
    found.push(Buffer.from(key).toString('latin1').replace(/\/.*/s, ''))
  return [...new Set(found)].toSorted()
}

describe('a node with a store for chain data and a store for its own data', () => {
  test('writes keys only to its own, and a revert keeps them', async () => {
    const stores = { chain: memoryStore(), node: memoryStore() }
    const { url, client, dev, health } = await openNode({
      dev: true,
      openStore: async (content) => stores[content],
    })
    const snapshot = (await dev?.snapshot()) ?? -1
    await client.keystore.createUser(user)
    const { privateKey } = funded
    const { address } = await client.cChainNative.importKey({ ...user, privateKey })
    const account = await call(`${url}/ext/bc/C/rpc`, 'personal_newAccount', ['secret'])
    await dev?.fund(funded.address, 5n)
    expect(await dev?.revert(snapshot)).toBe(true)
    expect((await client.xChain.getHeight()).height).toBe(0n)
    expect(await client.cChainNative.exportKey({ ...user, address })).toMatchObject({ privateKey })
    const unlocking = [account.result, 'secret', 60]
    const unlocked = await call(`${url}/ext/bc/C/rpc`, 'personal_unlockAccount', unlocking)
    expect(unlocked.result).toBe(true)
    await health.health.runAll()
    expect(await keysOf(stores.node)).toEqual(['account', 'health', 'keystore'])
    const inChain = await keysOf(stores.chain)
    expect(inChain).toEqual(expect.arrayContaining(['c', 'chain']))
    expect(inChain).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(account|health|keystore|identity)$/)]),
    )
  })

  test.each(['chain', 'node'] as const)(
    'is unhealthy while its %s data cannot be written',
    async (failing) => {
      let isFull = false
      const { health } = await openNode({
        openStore: async (content) => {
          const store = memoryStore()
          const write: Store['write'] = async (changes) => {
            if (isFull && content === failing) throw new StoreError('full', 'the disk is full')
            await store.write(changes)
          }
          return { ...store, write }
        },
      })
      for (const error of [undefined, 'the disk is full', undefined]) {
        isFull = error !== undefined
        await health.health.runAll()
        expect(health.health.report().checks['database']?.error).toBe(error)
      }
    },
  )
})
