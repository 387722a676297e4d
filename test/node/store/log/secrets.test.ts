import { funded } from '@native-node/node/testing'
import { expect, test } from 'vitest'
import { openReplicatedStore } from '../../../../packages/node/src/store/log/open-replicated-store.ts'
import { memoryStore } from '../../../../packages/node/src/store/memory-store.ts'
import { scan } from '../../../../packages/node/src/store/store.ts'
import { openNode } from '../../open-node.ts'
import { call } from '../../requests.ts'
import { MemoryLog, memoryPlace } from './memory-log.ts'

const user = { username: 'anna-the-user', password: 'Correct-Horse-42' }
const owner = { networkID: 12_345, genesis: 'aa' }
/** The key of `funded`, as bytes. */
const KEY = '56289e99c94b6912bfc12adc093c9b51124f0dc54ac7a766b2bc5ccf558d8027'
const SHORTEST = 16

test('no row of the log has a secret of the node', async () => {
  const log = new MemoryLog()
  const nodeStore = memoryStore()
  const { url, client, health } = await openNode({
    openStore: async (content) =>
      content === 'node'
        ? nodeStore
        : openReplicatedStore({
            log: log.connect(),
            local: memoryPlace(),
            owner,
            mode: 'writer',
            leaseMs: 10_000,
            onFailure: () => {},
          }),
  })
  await client.keystore.createUser(user)
  await client.cChainNative.importKey({ ...user, privateKey: funded.privateKey })
  const onC = `${url}/ext/bc/C/rpc`
  const account = await call(onC, 'personal_importRawKey', [KEY, 'a secret password'])
  const send = { from: account.result, to: account.result, value: '0x1' }
  const sent = await call(onC, 'personal_sendTransaction', [send, 'a secret password'])
  expect(sent.result).toMatch(/^0x/)
  await health.health.runAll()

  const secrets = [KEY, ...[user.username, user.password, 'a secret password'].map(hexOf)]
  secrets.push(hexOf(funded.privateKey), hexOf(KEY))
  for await (const { value } of scan(nodeStore, new Uint8Array()))
    if (value.length >= SHORTEST) secrets.push(Buffer.from(value).toString('hex'))
  const rows = log.rows.map(({ bytes }) => bytes.toString('hex'))
  expect(rows.length).toBeGreaterThan(3)
  // What is not secret is found in the rows.
  expect(rows.join()).toContain(funded.evmAddress.slice(2).toLowerCase())
  expect(secrets.filter((secret) => rows.some((row) => row.includes(secret)))).toEqual([])
})

function hexOf(text: string): string {
  return Buffer.from(text).toString('hex')
}
