import { memoryStore } from '@native-node/node'
import { expect, test } from 'vitest'
import { nodeKey } from '../../../packages/node/src/c-chain/tables.ts'
import { running } from './running.ts'

const prefix = Buffer.from(nodeKey(new Uint8Array(0))).toString('hex')

test('each trie node is written once, with the block that creates it', async () => {
  const store = memoryStore()
  const written: string[] = []
  const openStore = async () => ({
    ...store,
    write: async (changes: Parameters<typeof store.write>[0]) => {
      const keys = changes.map(({ key }) => Buffer.from(key).toString('hex'))
      written.push(...keys.filter((key) => key.startsWith(prefix)))
      return store.write(changes)
    },
  })
  const node = await running({ openStore, requiredDiskBytes: 0 })
  try {
    const before = written.length
    for (let nonce = 0; nonce < 5; nonce++) {
      const to = `0x${(nonce + 1).toString(16).repeat(40)}` as const
      await node.wallet.sendTransaction({ to, value: 1n, nonce })
    }
    const nodes = written.slice(before)
    expect(nodes.length).toBeGreaterThan(5)
    expect(nodes).toHaveLength(new Set(nodes).size)
  } finally {
    await node.close()
  }
})
