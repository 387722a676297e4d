import { describe, expect, test } from 'vitest'
import { ask } from './ask.ts'
import { openNode } from './opened.ts'

describe('the health of a public node', () => {
  test.each(['', '/health', '/readiness', '/liveness'])(
    'is a status without details at /ext/health%s',
    async (path) => {
      const { url } = await openNode({ public: true })
      const { status, json } = await ask(`${url}/ext/health${path}`)
      expect([status, json()]).toEqual([200, { checks: {}, healthy: true }])
    },
  )

  test('is 503 when a check fails, and no call answers what failed', async () => {
    const failing = {
      name: 'secret',
      tags: [],
      global: true,
      run: () => Promise.reject(new Error('the reason')),
    }
    const { url } = await openNode({ public: true, checks: [failing] })
    const { status, body } = await ask(`${url}/ext/health`)
    expect([status, body]).toEqual([503, '{"checks":{},"healthy":false}'])
    const asked = '{"jsonrpc":"2.0","id":1,"method":"health.health"}'
    expect((await ask(`${url}/ext/health`, { body: asked })).status).toBe(404)
  })
})
