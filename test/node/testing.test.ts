import type { RunningNode } from '@native-node/node'
import { funded, startNode, testClock } from '@native-node/node/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bareAddress } from '../../packages/node/src/codec/address.ts'
import { addressOf, parsePrivateKey } from '../../packages/node/src/crypto/keys.ts'
import { sendRequest, call } from './requests.ts'
import { signed } from './codec/vectors.ts'

describe('a node started for a test', () => {
  let one: RunningNode
  let other: RunningNode
  beforeAll(async () => {
    ;[one, other] = await Promise.all([startNode(), startNode()])
  })
  afterAll(() => Promise.all([one.close(), other.close()]))

  test('is ready on a free port', async () => {
    expect(one.port).not.toBe(other.port)
    for (const { url } of [one, other])
      expect((await sendRequest(`${url}/ext/health/readiness`)).status).toBe(200)
  })

  test('shares nothing with other nodes', async () => {
    const params = { username: 'u', password: 'Correct-Horse-42' }
    await call(`${one.url}/ext/keystore`, 'keystore.createUser', params)
    const users = [one, other].map(({ url }) => call(`${url}/ext/keystore`, 'keystore.listUsers'))
    const results = (await Promise.all(users)).map(({ result }) => result)
    expect(results).toEqual([{ users: ['u'] }, { users: [] }])
  })
})

test('closing twice has no further effect, and the port is released', async () => {
  const { port, url, close } = await startNode()
  await Promise.all([close(), close()])
  await expect(sendRequest(url)).rejects.toThrow('ECONNREFUSED')
  const again = await startNode({ port })
  expect(again.port).toBe(port)
  await again.close()
})

test('a node that cannot start releases all resources', async () => {
  const { port, close } = await startNode()
  await expect(startNode({ port })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  })
  await close()
  const openStore = (): Promise<never> => Promise.reject(new Error('no disk'))
  await expect(startNode({ port, openStore })).rejects.toThrow('no disk')
  await (await startNode({ port })).close()
})

test('uses the clock of the test, and the funded key can spend', async () => {
  const clock = testClock(new Date('2030-01-01T00:00:00Z'))
  const { url, close } = await startNode({ clock })
  const path = `${url}/ext/bc/X`
  const params = { address: funded.address, assetID: 'NATIVE' }
  const { result } = await call(path, 'xvm.getBalance', params)
  expect(result).toMatchObject({ balance: '300000000000000000' })
  clock.advance(3600)
  await call(path, 'xvm.issueTx', { tx: signed.xBase.text })
  const query = { height: '1', encoding: 'json' }
  const block = (await call(path, 'xvm.getBlockByHeight', query)).result?.['block']
  expect(block).toMatchObject({ time: Date.parse('2030-01-01T01:00:00Z') / 1000 })
  clock.set(new Date('2031-01-01T00:00:00Z'))
  expect(clock.now()).toBe(Date.parse('2031-01-01T00:00:00Z'))
  await close()
})

test('the funded key has the declared addresses', () => {
  const key = parsePrivateKey(funded.privateKey)
  expect(key && `X-${bareAddress('local', addressOf(key))}`).toBe(funded.address)
})
