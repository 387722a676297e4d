import { createClient, http, type Client } from '@native-node/client'
import { memoryStore } from '@native-node/node'
import { startNode } from '@native-node/node/testing'
import { describe, expect, test } from 'vitest'
import { signed } from './codec/vectors.ts'
import { openNode } from './open-node.ts'

/** Ways to issue an accepted transaction again, by chain. */
const chains = [
  {
    name: 'X',
    vector: signed.xBase,
    issue: (client: Client, tx: string) => client.xChain.issueTx({ tx }),
    status: (client: Client, txID: string) => client.xChain.getTxStatus({ txID }),
    accepted: 'Accepted',
    height: async (client: Client) => (await client.xChain.getHeight()).height,
  },
  {
    name: 'the wallet of X',
    vector: signed.xBase,
    issue: (client: Client, tx: string) => client.xChainWallet.issueTx({ tx }),
    status: (client: Client, txID: string) => client.xChain.getTxStatus({ txID }),
    accepted: 'Accepted',
    height: async (client: Client) => (await client.xChain.getHeight()).height,
  },
  {
    name: 'P',
    vector: signed.pBase,
    issue: (client: Client, tx: string) => client.pChain.issueTx({ tx }),
    status: (client: Client, txID: string) => client.pChain.getTxStatus({ txID }),
    accepted: 'Committed',
    height: async (client: Client) => (await client.pChain.getHeight()).height,
  },
] as const

describe.each(chains)('a transaction that $name accepted', (chain) => {
  const { vector, issue, status, accepted, height } = chain
  const { text, txID } = vector

  test.each([0, 20])(
    'is issued again without an effect, with a block time of %i ms',
    async (blockTime) => {
      const { client } = await openNode({ blockTime })
      expect(await issue(client, text)).toEqual({ txID })
      await expect.poll(() => status(client, txID)).toEqual({ status: accepted })
      const before = await height(client)
      for (let time = 0; time < 3; time++) expect(await issue(client, text)).toEqual({ txID })
      expect(await status(client, txID)).toEqual({ status: accepted })
      expect(await height(client)).toBe(before)
    },
  )

  test('has the same status after a restart', async () => {
    const store = memoryStore()
    const openStore = async () => ({ ...store, close: async () => {} })
    const first = await startNode({ openStore, requiredDiskBytes: 0 })
    try {
      await issue(createClient({ transport: http(first.url) }), text)
    } finally {
      await first.close()
    }
    const { client } = await openNode({ openStore })
    await expect.poll(() => status(client, txID)).toEqual({ status: accepted })
    expect(await issue(client, text)).toEqual({ txID })
  })
})
