import { createClient, isRpcError } from '@native-node/client'
import { createMock } from '@native-node/mock'
import { describe, expect, test } from 'vitest'

const password = 'Correct-Horse-43-Battery'
const address = 'X-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u'
const tx = '0x00010203040506070809ff4482539c'

function pair(): { mock: ReturnType<typeof createMock>; node: ReturnType<typeof createClient> } {
  const mock = createMock()
  return { mock, node: createClient({ transport: mock.transport }) }
}

async function reasonOf(call: Promise<unknown>): Promise<string | undefined> {
  const error: unknown = await call.catch((thrown: unknown) => thrown)
  return isRpcError(error) ? error.reason : `no error: ${JSON.stringify(error)}`
}

describe('the state declared by the documents', () => {
  test('users can be created, listed, rejected and deleted', async () => {
    const { mock, node } = pair()
    const bob = { username: 'bob', password }
    expect((await node.keystore.listUsers()).users).not.toContain('bob')
    await node.keystore.createUser(bob)
    expect((await node.keystore.listUsers()).users).toContain('bob')
    expect(await reasonOf(node.keystore.createUser(bob))).toBe('userExists')
    const wrong = { username: 'bob', password: 'Wrong-Horse-43-Battery' }
    expect(await reasonOf(node.keystore.exportUser(wrong))).toBe('wrongPassword')
    expect(await reasonOf(node.keystore.deleteUser(wrong))).toBe('wrongPassword')
    await node.keystore.deleteUser(bob)
    expect((await node.keystore.listUsers()).users).not.toContain('bob')
    expect(await reasonOf(node.keystore.deleteUser(bob))).toBe('unknownUser')
    await node.keystore.createUser(bob)
    mock.reset()
    expect((await node.keystore.listUsers()).users).not.toContain('bob')
  })

  test('a transaction is processing first, and accepted in later calls', async () => {
    const { node } = pair()
    const { txID } = await node.xChain.issueTx({ tx })
    const other = await node.xChain.issueTx({ tx: '0x0a0b0c0d0e0f' })
    expect(other.txID).not.toBe(txID)
    const asked = async (id: string): Promise<string> =>
      (await node.xChain.getTxStatus({ txID: id })).status
    expect([await asked(txID), await asked(txID), await asked(txID)]).toEqual([
      'Processing',
      'Accepted',
      'Accepted',
    ])
    expect(await asked(other.txID)).toBe('Processing')
    expect((await node.xChain.getTx({ txID })).tx).toBe(tx)
    const { txID: onP } = await node.pChain.issueTx({ tx })
    expect((await node.pChain.getTxStatus({ txID: onP })).status).toBe('Processing')
    expect((await node.pChain.getTxStatus({ txID: onP })).status).toBe('Committed')
  })

  test('heights increase with each call and each transaction', async () => {
    const { node } = pair()
    const first = (await node.xChain.getHeight()).height
    expect((await node.xChain.getHeight()).height).toBe(first + 1n)
    await node.xChain.issueTx({ tx })
    expect((await node.xChain.getHeight()).height).toBe(first + 3n)
    const block = await node.cChain.eth.blockNumber()
    expect(await node.cChain.eth.blockNumber()).toBe(block + 1n)
  })

  test('a collection is split into pages, and the client follows the cursor', async () => {
    const { node } = pair()
    const whole = await node.xChain.getUTXOs({ addresses: [address] })
    const seen: string[] = []
    for await (const utxo of node.xChain.getUTXOs.items({ addresses: [address], limit: 10 })) {
      seen.push(utxo)
    }
    expect(seen).toHaveLength(25)
    expect(new Set(seen).size).toBe(25)
    expect(whole.utxos).toEqual(seen)
    const sizes: (number | undefined)[] = []
    for await (const page of node.xChain.getUTXOs.pages({ addresses: [address], limit: 10 })) {
      sizes.push(page.utxos?.length)
    }
    expect(sizes).toEqual([10, 10, 5])
  })

  test('filters exist until they are removed', async () => {
    const { node } = pair()
    const { eth } = node.cChain
    const [a, b] = [await eth.newBlockFilter(), await eth.newBlockFilter()]
    expect(a).not.toBe(b)
    await eth.getFilterChanges(b)
    expect(await eth.uninstallFilter(b)).toBe(true)
    expect(await eth.uninstallFilter(b)).toBe(false)
    expect(await reasonOf(eth.getFilterChanges(b))).toBe('filterNotFound')
  })

  test('the profiler runs once', async () => {
    const { node } = pair()
    await node.cChainAdmin.startCPUProfiler()
    expect(await reasonOf(node.cChainAdmin.startCPUProfiler())).toBe('profilerRunning')
    await node.cChainAdmin.stopCPUProfiler()
    expect(await reasonOf(node.cChainAdmin.stopCPUProfiler())).toBe('profilerNotRunning')
  })

  test('tests can set the records and the relations of calls', async () => {
    const mock = createMock({
      records: { users: [{ username: 'ann', password }] },
      hints: {
        'xvm.getTxStatus': {
          finds: {
            collection: 'xTransactions',
            key: 'txID',
            states: ['Rejected'],
            member: 'status',
          },
        },
        'xvm.getUTXOs': { size: 3 },
      },
    })
    const node = createClient({ transport: mock.transport })
    expect((await node.keystore.listUsers()).users).toContain('ann')
    const { txID } = await node.xChain.issueTx({ tx })
    expect((await node.xChain.getTxStatus({ txID })).status).toBe('Rejected')
    expect((await node.xChain.getUTXOs({ addresses: [address] })).utxos).toHaveLength(3)
    expect(() => createMock({ hints: { 'xvm.getTx': { finds: {} as never } } })).toThrow(TypeError)
  })
})
