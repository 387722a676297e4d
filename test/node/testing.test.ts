import type { RunningNode } from '@native-node/node'
import { startNode } from '@native-node/node/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, call } from './ask.ts'

describe('a node started for a test', () => {
  let one: RunningNode
  let other: RunningNode
  beforeAll(async () => {
    ;[one, other] = await Promise.all([startNode(), startNode()])
  })
  afterAll(() => Promise.all([one.close(), other.close()]))

  test('is ready, on a port of its own', async () => {
    expect(one.port).not.toBe(other.port)
    for (const { url } of [one, other])
      expect((await ask(`${url}/ext/health/readiness`)).status).toBe(200)
  })

  test('shares nothing with another', async () => {
    const params = { username: 'u', password: 'Correct-Horse-42' }
    await call(`${one.url}/ext/keystore`, 'keystore.createUser', params)
    const users = [one, other].map(({ url }) => call(`${url}/ext/keystore`, 'keystore.listUsers'))
    const results = (await Promise.all(users)).map(({ result }) => result)
    expect(results).toEqual([{ users: ['u'] }, { users: [] }])
  })
})

test('closing twice is closing once, and frees the port', async () => {
  const { port, url, close } = await startNode()
  await Promise.all([close(), close()])
  await expect(ask(url)).rejects.toThrow('ECONNREFUSED')
  const again = await startNode({ port })
  expect(again.port).toBe(port)
  await again.close()
})

test('a node that cannot start leaves nothing behind', async () => {
  const { port, close } = await startNode()
  await expect(startNode({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  await close()
  const openStore = (): Promise<never> => Promise.reject(new Error('no disk'))
  await expect(startNode({ port, openStore })).rejects.toThrow('no disk')
  await (await startNode({ port })).close()
})
