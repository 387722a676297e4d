import { Logger, memoryStore } from '@native-node/node'
import { startNode } from '@native-node/node/testing'
import { expect, test } from 'vitest'
import { sendRequest } from './requests.ts'
import { openNode } from './open-node.ts'

test('no password appears in the log or a response', async () => {
  const lines: string[] = []
  const logger = new Logger('trace', (line) => void lines.push(line))
  const { url } = await openNode({ logger })
  let gone = false
  const whole = memoryStore()
  const unless = <T>(work: Promise<T>): Promise<T> =>
    gone ? Promise.reject(new Error('the disk is gone')) : work
  const failing = await startNode({
    logger,
    openStore: async () => ({
      get: (key) => unless(whole.get(key)),
      getMany: (keys) => unless(whole.getMany(keys)),
      write: (changes) => unless(whole.write(changes)),
      page: (prefix, limit, after) => unless(whole.page(prefix, limit, after)),
      snapshot: whole.snapshot,
      close: whole.close,
    }),
  })
  gone = true
  const secret = 'Secr3t-Passw0rd!'
  const user = `0x${Buffer.from(secret).toString('hex')}`
  const params = { username: 'u', password: secret, user }
  const bodies = [
    ...[
      'createUser',
      'createUser',
      'deleteUser',
      'exportUser',
      'importUser',
      'listUsers',
      'noSuch',
    ].map((method) => ({ jsonrpc: '2.0', id: 1, method: `keystore.${method}`, params })),
    { jsonrpc: '1.0', id: 1, method: 'keystore.createUser', params },
    { jsonrpc: '2.0', id: {}, method: 'keystore.createUser', params },
    { jsonrpc: '2.0', id: 1, method: 'keystore.createUser', params: { ...params, username: 7 } },
    { jsonrpc: '2.0', id: 1, method: 'keystore.createUser', params: [secret] },
    { jsonrpc: '2.0', id: 1, method: 'keystore.createUser', params: { [secret]: secret } },
    secret,
  ].map((body) => JSON.stringify(body))
  for (const base of [url, failing.url]) {
    for (const body of [...bodies, `{"password":"${secret}"`]) {
      const response = await sendRequest(`${base}/ext/keystore`, { body })
      expect(response.body).not.toContain(secret)
      expect(response.body).not.toContain(user)
    }
  }
  await failing.close()
  expect(lines.some((line) => line.includes('the disk is gone'))).toBe(true)
  expect(lines.join('')).not.toContain(secret)
})
