import { onWarning } from '@native-node/client'
import { deleteUser } from '@native-node/client/keystore'
import { getNodeID } from '@native-node/client/info'
import { createMock } from '@native-node/mock'
import { http as httpFetch } from '../../packages/rpc/dist/client/http-fetch.js'
import { http as httpNode } from '../../packages/rpc/dist/client/http-node.js'
import { beforeEach, expect, test } from 'vitest'

const warnings: string[] = []
beforeEach(() => {
  warnings.length = 0
  onWarning((message) => warnings.push(message))
})

const user = { username: 'someone', password: 's3cretS3cret!' }
const refused: typeof fetch = () => Promise.reject(new Error('no network in this test'))

async function warningsOf(url: string): Promise<number> {
  warnings.length = 0
  await deleteUser(httpFetch(url, { fetch: refused }), user).catch(() => undefined)
  return warnings.length
}

test.each([
  ['http://node.example:9650', 1],
  ['http://10.0.0.1:9650', 1],
  ['http://localhost.example:9650', 1],
  ['http://127.0.0.1.example', 1],
  ['http://127.0.0.1:9650', 0],
  ['http://127.8.0.1', 0],
  ['http://[::1]:9650', 0],
  ['http://localhost:9650', 0],
  ['https://node.example', 0],
])('a password to %s gives %d warnings', async (url, count) => {
  expect(await warningsOf(url)).toBe(count)
})

test('an address is warned about once, and only if a secret is sent', async () => {
  expect(await warningsOf('http://once.example')).toBe(1)
  expect(await warningsOf('http://once.example/base')).toBe(0)
  await getNodeID(httpFetch('http://open.example', { fetch: refused })).catch(() => undefined)
  expect(warnings).toEqual([])
})

test('the warning contains neither the user nor the password', async () => {
  await deleteUser(httpFetch('http://me:pw@named.example', { fetch: refused }), user).catch(
    () => undefined,
  )
  expect(warnings.join()).toContain('named.example')
  expect(warnings.join()).not.toMatch(/someone|s3cret|me:pw/)
})

test('node:http warns as well, a call in memory does not', async () => {
  const transport = httpNode('http://192.0.2.1:1', { timeoutMs: 20 })
  await deleteUser(transport, user).catch(() => undefined)
  expect(warnings).toHaveLength(1)
  await deleteUser(createMock().transport, user).catch(() => undefined)
  expect(warnings).toHaveLength(1)
})
