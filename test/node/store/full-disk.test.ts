import { createClient, http, isRpcError, type Client } from '@native-node/client'
import { memoryStore, startNode } from '@native-node/node'
import { cpSync, rmSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { checkedHex } from '../../../packages/node/src/codec/text.ts'
import { parseTx, producedBy } from '../../../packages/node/src/x-chain/tx.ts'
import { temporaryFolder } from '../../temporary-folder.ts'
import { call } from '../requests.ts'
import { openNode } from '../open-node.ts'
import { firstUtxo } from '../x-chain/ledger.ts'
import {
  amount,
  base,
  FEE,
  funded,
  funding,
  input,
  signedBytes,
  signedText,
} from '../x-chain/wallet.ts'
import { canMount, smallDisk } from './small-disk.ts'

const isLong = process.env['RPCLOOM_LONG'] === '1'
const ROUNDS = isLong ? 20 : 1

/** Yields transfers of the whole balance to itself, each spending the output of the previous one. */
function* transfers(): Generator<Uint8Array, never> {
  let utxo = firstUtxo
  for (;;) {
    if (utxo.output.kind !== 'secpTransferOutput') throw new Error('nothing to spend')
    const rest = amount([funded], utxo.output.amount - FEE)
    const unsigned = { kind: 'baseTx', ...base([input(utxo)], [rest]) } as const
    const bytes = signedBytes(unsigned, [{ by: [funded] }])
    yield bytes
    const [next] = producedBy(parseTx(bytes).id, unsigned)
    if (next === undefined) throw new Error('nothing produced')
    utxo = next
  }
}

describe.skipIf(!canMount)('a node with a full disk (needs the right to mount)', () => {
  test('reports the fault and loses no acknowledged write', { timeout: 120_000 }, async () => {
    const { folder, fill } = smallDisk(1_000_000)
    const dataDir = join(folder, 'data')
    const node = await openNode({ memory: false, dataDir, healthCheckFrequency: 3_600_000 })
    fill(500_000)
    const acknowledged: string[] = []
    const source = transfers()
    let refused: unknown
    let tx = source.next().value
    while (refused === undefined) {
      try {
        acknowledged.push((await node.client.xChain.issueTx({ tx: checkedHex(tx) })).txID)
        tx = source.next().value
      } catch (error) {
        refused = error
      }
    }
    if (!isRpcError(refused)) throw new Error('another failure', { cause: refused })
    expect(refused).toMatchObject({
      code: -32_002,
      message: expect.stringMatching(/disk is full/),
    })
    expect(refused.message).not.toContain(folder)
    expect((await node.client.xChain.getHeight()).height).toBe(BigInt(acknowledged.length))
    await node.health.health.runAll()
    const { checks } = node.health.health.report()
    expect(checks['database']?.error).toMatch(/disk is full/)

    rmSync(join(folder, 'filler'))
    await expect
      .poll(
        () =>
          node.client.xChain.issueTx({ tx: checkedHex(tx) }).then(
            () => 'accepted',
            () => 'refused',
          ),
        {
          timeout: 20_000,
        },
      )
      .toBe('accepted')
    for (let more = 0; more < 20; more++) {
      const { txID } = await node.client.xChain.issueTx({ tx: checkedHex(source.next().value) })
      acknowledged.push(txID)
    }
    await node.health.health.runAll()
    expect(node.health.health.report().checks['database']?.error).toBeUndefined()

    const copy = temporaryFolder({})
    cpSync(dataDir, copy, { recursive: true })
    const again = await openNode({ memory: false, dataDir: copy, verify: true })
    for (const txID of acknowledged)
      expect(await again.client.xChain.getTxStatus({ txID })).toEqual({ status: 'Accepted' })
  })
})

/** Calls that read on each chain and in the keystore. */
const reads: readonly ((client: Client) => Promise<unknown>)[] = [
  (client) => client.xChain.getHeight(),
  (client) => client.xChain.getUTXOs({ addresses: [funded.text] }),
  (client) => client.pChain.getHeight(),
  (client) => client.pChain.getCurrentValidators({}),
  (client) => client.cChain.eth.blockNumber(),
  (client) => client.cChain.eth.getBalance(`0x${'11'.repeat(20)}`, 'latest'),
  (client) => client.keystore.listUsers(),
]

describe.skipIf(!canMount)('a node whose disk is full for a while', () => {
  test('reads all the time, and recovers by itself', { timeout: 10 * 60_000 }, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { folder, fill, free } = smallDisk(isLong ? (5 + (round % 4)) * 1024 * 1024 : 1_500_000)
      const dataDir = join(folder, 'data')
      const node = await openNode({ memory: false, dataDir, logLevel: 'crit' })
      const { client } = node
      const source = transfers()
      let tx = source.next().value
      const issue = async (): Promise<boolean> => {
        try {
          await client.xChain.issueTx({ tx: checkedHex(tx) })
          tx = source.next().value
          return true
        } catch (error) {
          if (!isRpcError(error)) throw error
          expect(error).toMatchObject({ code: -32_002, data: { fault: 'full' } })
          return false
        }
      }
      for (let count = 0; count < 5 + round; count++) await issue()
      const progress = { isDone: false }
      const reading = (async () => {
        while (!progress.isDone) for (const read of reads) await read(client)
      })()
      const filler = join(folder, 'filler')
      fill(free() - 4096 * (round % 7))
      // Space returns in parts, most of which are too small to reopen the database.
      for (const part of [0, 50_000, 300_000 + 10_000 * round]) {
        truncateSync(filler, Math.max(0, statSync(filler).size - part))
        while (await issue());
        expect(await issue()).toBe(false)
        await expect.poll(() => node.health.health.report().healthy).toBe(false)
      }
      rmSync(filler)
      await expect.poll(issue, { timeout: 20_000 }).toBe(true)
      progress.isDone = true
      await reading
      await client.keystore.createUser({ username: 'anna', password: 'Correct-Horse-42' })
      await node.health.health.runAll()
      expect(node.health.health.report().checks['database']?.error).toBeUndefined()
      await node.close()
    }
  })
})

test('a store failure during a read or write is returned with an error code', async () => {
  const { StoreError } = await import('@native-node/node')
  const whole = memoryStore()
  let isGone = false
  const unless = <T>(work: () => Promise<T>): Promise<T> =>
    isGone ? Promise.reject(new StoreError('io', 'The store /data failed.')) : work()
  const node = await startNode({
    port: 0,
    logLevel: 'crit',
    openStore: async () => ({
      ...whole,
      get: (key) => unless(() => whole.get(key)),
      write: (changes) => unless(() => whole.write(changes)),
      page: (prefix, limit, after) => unless(() => whole.page(prefix, limit, after)),
      snapshot: () => {
        const snapshot = whole.snapshot()
        return {
          ...snapshot,
          get: (key) => unless(() => snapshot.get(key)),
          page: (prefix, limit, after) => unless(() => snapshot.page(prefix, limit, after)),
        }
      },
    }),
  })
  onTestFinished(() => node.close())
  await node.ready
  const client = createClient({ transport: http(node.url) })
  const tx = signedText({ kind: 'baseTx', ...(await funding(client, funded)) }, [{ by: [funded] }])
  isGone = true
  const user = { username: 'u', password: 'Correct-Horse-42' }
  for (const [path, method, params] of [
    ['bc/X', 'xvm.issueTx', { tx }],
    ['bc/X', 'xvm.getUTXOs', { addresses: [funded.text] }],
    ['bc/X', 'xvm.getBlockByHeight', { height: 0 }],
    ['keystore', 'keystore.createUser', user],
    ['keystore', 'keystore.listUsers', {}],
  ] as const) {
    const { error } = await call(`${node.url}/ext/${path}`, method, params)
    expect([method, error]).toEqual([
      method,
      {
        code: -32_002,
        message: 'Cannot access the database: the disk reports an error.',
        data: { reason: 'storeUnavailable', fault: 'io' },
      },
    ])
  }
})
